import { importFieldNames, type ImportFieldName } from '#shared/domain/importFields.ts';
import { everydayNames } from './everydayNames.ts';
import { headerKey } from './headerKey.ts';
import { qualifiers, whatIsCounted, withoutDateForm, withoutSource, withoutUnit } from './headerParts.ts';
import { otherLanguages } from './otherLanguages.ts';
import { questionAbout } from './questions.ts';
import { isAnothers } from './whose.ts';

/** What a column of a file can be recognised as; `''` in a report stands for "left out". */
export const fieldNames = importFieldNames;
export type FieldName = ImportFieldName;

/**
 * Names under which fields are known, in the form `headerKey` gives them, languages mixed: English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Chinese, Japanese (the others stand in `otherLanguages.ts`, those of exports and
 * spreadsheets in `everydayNames.ts`). An entry that ends in `?` is a weak name: it counts half.
 */
const aliases: Readonly<Record<FieldName, string>> = {
  name:
    'name|identifier value|company|company name|companies|organization|organization name|organisation|organisation name|startup|startup name|' +
    'start up|brand|brand name|business|business name|firm|venture name|account name|legal name~|title?|' +
    'firma|firmenname|unternehmen|unternehmensname|name des unternehmens|entreprise|societe|nom|nom de l entreprise|' +
    'nom entreprise|raison sociale|nom de la societe|empresa|nombre|nombre de la empresa|compania|razon social|azienda|' +
    'societa|impresa|nome|nome azienda|nome dell azienda|ragione sociale|nome da empresa|razao social|bedrijf|' +
    'bedrijfsnaam|naam|公司|公司名称|企业名称|企业|名称|项目名称|公司名稱|企業名稱|会社名|企業名|社名|' +
    'account|trading name|entity name|registered company name~|legal entity name~|denomination|denomination sociale|nom commercial|nombre comercial|denominacion|denominacion social|denominazione|denominazione sociale|nome fantasia|nome comercial|handelsnaam|bedrijf naam|公司全称|公司简称|企业全称|会社|法人名|サービス名?',
  website:
    'website|web site|site|url|web|homepage|homepage url|home page|domain|domain name|domains|website url|company url|' +
    'company website|web address|webpage|www|internet|link?|links?|webseite|internetseite|internetadresse|' +
    'site web|site internet|adresse web|sitio web|pagina web|web oficial|sito|sito web|sito internet|site da empresa|' +
    '网站|网址|官网|官方网站|公司网址|網站|網址|ウェブサイト|サイト|webサイト|' +
    'official website|official site|website address|website link|homepage link|startseite|url du site|url site|url del sito|公式サイト|公式url|ホームページ|公司官网|公司网站|官网地址',
  descriptionShort:
    'description|short description|one liner|oneliner|tagline|pitch|elevator pitch|headline|summary|abstract|slogan|' +
    'short desc|about|what they do|overview?|beschreibung|kurzbeschreibung|description courte|resume|descripcion|' +
    'descripcion corta|descrizione|descrizione breve|descricao|resumo|omschrijving|简介|公司简介|一句话简介|描述|簡介|概要|説明|' +
    'presentation|activite|description de l entreprise|descripcion de la empresa|descripcion actividad|descrizione attivita|descrizione dell azienda|descricao da empresa|bedrijfsomschrijving|unternehmensbeschreibung|事業内容|事業概要|会社概要|サービス概要|项目简介|主营业务|企业简介',
  descriptionLong:
    'long description|full description|detailed description|description long|longer description|company description|' +
    'about us|profile text|bio?|langbeschreibung|ausfuhrliche beschreibung|description longue|description complete|' +
    'descripcion larga|descripcion completa|descrizione lunga|descricao completa|详细介绍|公司介绍|详细描述',
  descriptionLlm: 'machine written description|llm description|description llm|generated description|ai description',
  customerProblem: 'customer problem|problem|problem solved|pain point|problem statement|kundenproblem|probleme client',
  targetCustomer:
    'target customer|target customers|target market|customers|customer|customer segment|ideal customer|zielkunde|' +
    'zielgruppe|clients cibles|clientes objetivo|目标客户',
  businessModel:
    'business model|business models|revenue model|geschaftsmodell|modele economique|modele d affaires|' +
    'modelo de negocio|modello di business|modelo de negocios|商业模式',
  country:
    'country|country code|country name|hq country|headquarters country|country of origin|nation|iso country|country iso|' +
    'country iso2|country iso3|country territory region|country territory|land|staat|pays|code pays|pais|paese|nazione|codigo pais|国家|国家地区|所在国家|國家|国|' +
    'hq country territory region|country region|country of headquarters|pays du siege|pais sede|所在国|国名|国家地区名称',
  state:
    'state|state code|province|hq state|state province|us state|region?|region code|bundesland|departement|provincia|' +
    'comunidad autonoma|estado|regione|省份|省|州',
  city:
    'city|city name|hq city|headquarters city|town|city location|stadt|ort|standort stadt|ville|commune|ciudad|' +
    'localidad|citta|comune|cidade|municipio|plaats|城市|所在城市|市|' +
    'town or city|post town|location city|ville du siege|ciudad sede|citta sede|vestigingsplaats|woonplaats|市区町村|所在地城市',
  location:
    'location|location identifiers|headquarters location|headquarters|hq|hq location|headquarter|all locations|locations|address?|' +
    'city country|place|geography?|based in|standort|sitz|firmensitz|siege|siege social|localisation|lieu|ubicacion|' +
    'sede|localizacion|localita|localizacao|所在地|地区|地址|総部|总部|所在地区|本社',
  industries:
    'industry|industries|category|categories|category list|category code|sector|sectors|industry vertical|vertical|' +
    'verticals|primary industry code|all industries|sub industries|tags|tag|keywords|market|markets|sub vertical|sub industry|subsector|primary industry|' +
    'technologies|technology|field?|topics|specialties|branche|branchen|sektor|kategorie|secteur|secteurs|' +
    'secteur d activite|categorie|industrie|sector industrial|industria|categoria|categorias|settore|settori|sectores|sectores de actividad|sector de actividad|setor|' +
    'ramo de atividade|sectoren|行业|产业|行业分类|所属行业|领域|标签|行業|業種|カテゴリ|' +
    'industry sector|domaine|domaine d activite|settore di attivita|area de atuacao|segmento|segmento de atuacao|branche sector|bedrijfstak|所属领域|行业领域|细分行业|業界|分野|事業領域',
  industryGroups:
    'category groups|category group|category group list|category groups list|industry groups|industry group|' +
    'primary industry group',
  founded:
    'founded|founded date|founded on|founded year|founded at|year founded|foundation year|founding year|founding date|' +
    'date founded|date of foundation|established|year established|established year|inception|launch date|launch year|incorporated|' +
    'incorporation year|incorporation date|year of incorporation|start year|founded month|founded quarter|' +
    'inception date|grundung|grundungsjahr|gegrundet|grundungsdatum|annee de creation|date de creation|creation|fondee|' +
    'annee de fondation|ano de fundacion|fundacion|fecha de fundacion|fundada|ano fundacion|anno di fondazione|' +
    'fondazione|anno fondazione|data di fondazione|fundacao|ano de fundacao|data de fundacao|opgericht|' +
    '成立时间|成立年份|成立日期|创立时间|注册时间|成立時間|設立|設立年|' +
    'founded in|date of incorporation|incorporated on|date incorporated|foundation date|formation date|year of foundation|year of establishment|establishment date|establishment year|date established|registration date?|date of registration?|date creation|annee creation|annee de fondation|ano de constitucion|fecha de constitucion|ano de creacion|fecha de creacion?|anno di costituzione|data di costituzione|anno costituzione|ano de constituicao|data de abertura|ano de criacao|opgericht in|oprichtingsjaar|oprichtingsdatum|jaar van oprichting|創業年|創業|設立年月|設立年月日|設立日|成立日|创立年份|创立日期|注册日期',
  employees:
    'employees|number of employees|numberofemployees|num employees enum|number employees|num employees|no of employees|employee count|employees count|' +
    'employee range|headcount|team size|company size|size|staff|staff count|workforce|full time employees|fte|ftes|' +
    'mitarbeiter|mitarbeiterzahl|anzahl mitarbeiter|beschaftigte|effectif|effectifs|nombre d employes|salaries|' +
    'nombre de salaries|empleados|numero de empleados|plantilla|dipendenti|numero di dipendenti|numero dipendenti|' +
    'funcionarios|numero de funcionarios|colaboradores|werknemers|员工人数|员工数|人数|规模|公司规模|員工人數|従業員数|' +
    'of employees|total employees|total headcount|employees range|employee size|number of staff|current employees|linkedin employees|team|taille de l entreprise|tranche d effectif|nb salaries|nb employes|no empleados|num empleados|tamano de la empresa|numero de trabajadores|addetti|numero addetti|n dipendenti|no de funcionarios|num funcionarios|quantidade de funcionarios|porte?|medewerkers|aantal medewerkers|aantal werknemers|personeel|anzahl der mitarbeiter|mitarbeitende|anzahl mitarbeitende|员工规模|团队规模|社員数|従業員|人員規模',
  stage:
    'stage|funding stage|investment stage|company stage|round|funding round type|last funding type|last financing deal type|last financing type|latest funding round|last deal type|investment type|' +
    'last round|last round type|round type|latest round|series|funding type|funding status?|last equity funding type|' +
    'finanzierungsphase|phase|runde|finanzierungsrunde|stade|tour|tour de table|etapa|fase|ronda|ronda de inversion|' +
    'round di investimento|rodada|estagio|融资轮次|轮次|融资阶段|投资轮次|融資輪次|ラウンド|' +
    'funding round|latest funding|latest funding type|latest round type|last funding round|last funding round type|type de tour|dernier tour|stade de financement|ultimo round|tipo de ronda|etapa de inversion|ultima rodada|rodada de investimento|fase di investimento|financieringsronde|investeringsronde|laatste ronde|最新轮次|当前轮次|最近轮次|最近融资轮次|調達ラウンド|投資ラウンド|ステージ|シリーズ',
  fundingTotal:
    'total funding|total funding amount|total funding amount currency in usd|total equity funding amount currency in usd|money raised currency in usd|funding total|funding total usd|total equity funding amount|amount raised|' +
    'raised amount|raised|total raised|funding|funding amount?|total funding amount in usd|total funding amount usd|' +
    'total funding usd|money raised|total money raised|total raised usd|capital raised|investment total|' +
    'total equity funding amount in usd|total equity funding amount usd|finanzierung|gesamtfinanzierung|' +
    'finanzierung gesamt|finanzierungssumme|kapital|montant leve|total leve|fonds leves|levee de fonds|' +
    'financement total|financiacion|financiacion total|capital recaudado|inversion total|finanziamento totale|' +
    'finanziamenti|capitale raccolto|investimento total|captacao|total captado|融资总额|融资金额|累计融资|總融資|' +
    'funding raised|funds raised|total funds raised|total amount raised|total capital raised|capital raised to date|raised to date|total raised to date|montant total leve|total des levees|fonds leves total|total invertido|financiacion obtenida|investimento recebido|investimento captado|capitale totale raccolto|totale financiering|financiering|opgehaald bedrag|累计融资金额|资金調達額|資金調達額|累計調達額|調達額',
  fundingRound:
    'last financing size|latest funded amount|last funding amount currency in usd|last equity funding amount currency in usd|last funding amount|last equity funding amount|last funding amount in usd|last funding amount usd|round amount|' +
    'last round amount|amount in usd|amount|amount usd|round size|deal size|investment amount|raised amount usd|' +
    'money raised in usd|money raised usd|last equity funding amount in usd|last equity funding amount usd|' +
    'betrag|montant|monto|importe|importo|valor|金额|本轮金额',
  fundedOn:
    'last financing date|latest funded date|last deal date|last funding date|last funding at|last funding on|last funding|last round date|last investment date|latest funding date|' +
    'date of last funding|funding date|investment date|announced date|announced on|deal date|funded at|funded on|' +
    'funding year?|date?|letzte finanzierung|datum der finanzierung|datum?|derniere levee|date de la derniere levee|' +
    'date de levee|fecha de inversion|ultima ronda|fecha?|data ultimo round|data do investimento|data?|' +
    '融资时间|最近融资时间|融资日期|' +
    'last raised at|last funded|date of last round|latest round date|latest funding date|date du dernier tour|fecha ultima ronda|fecha de la ultima ronda|data ultima rodada|datum laatste ronde|datum letzte runde|最新融资时间|最新融资日期|調達日',
  cbRank: 'cb rank|rank org|rank org company|crunchbase rank|cb rank company|cb rank organization|rank company',
  score: 'score|startup score|predicted rating|rating?|startup rating',
  emails:
    'email|e mail|emails|contact email|email address|email addresses|contact e mail|mail|company email|' +
    'courriel|correo|correo electronico|email de contacto|posta elettronica|e mail adresse|电子邮件|邮箱|郵箱|メール|' +
    'email de contato|e mail de contact|adresse e mail|adresse mail|adresse electronique|e mail contact|kontakt e mail|メールアドレス|联系邮箱|公司邮箱',
  linkedin: 'linkedin|linkedin url|linked in|company linkedin|linkedin profile|linkedin link|linkedin page',
  twitter: 'twitter|twitter url|x twitter|twitter handle|twitter link|twitter profile|x url',
  facebook: 'facebook|facebook url|facebook link|facebook page',
  logo:
    'logo|logo url|image|image url|picture|icon|thumbnail|thumb url|small logo thumb url|logo link|profile image url|' +
    'logotyp|logotipo|标志',
  founders:
    'founders|founder|founder names|founders names|founder name|founding team|co founders|cofounders|grunder|' +
    'grunder innen|fondateurs|fondateur|fundadores|fundador|fondatori|fondatore|oprichters|创始人|創辦人|創業者',
  founderCount: 'number of founders|founder count|founders count|num founders|anzahl grunder|nombre de fondateurs',
  followers:
    'followers|follower count|linkedin followers|twitter followers|twitter follower count|linkedin follower count|number of followers|abonnes|seguidores',
  universities: 'universities|university|founder universities|top universities|alma mater',
  regions: 'regions|countries|markets served?',
  highlights: 'highlights|company highlights|highlight',
  semScorePercentile: 'search visibility percentile|sem score percentile',
  challenge1: 'challenge 1|challenge one',
  challenge2: 'challenge 2|challenge two',
  challenge3: 'challenge 3|challenge three',
  translated: 'translated|is translated',
};

/** Words that say which of a company's places is meant: `Billing City`, `Primary location > Country`. */
const placeWords = new Set('entity legal location address billing primary main office registered principal'.split(' '));
const places: ReadonlySet<FieldName> = new Set(['city', 'state', 'country', 'location']);

/** Fields of which each value may have a column of its own: `Founder 1`, `Founder 2`. */
const numbered: ReadonlySet<FieldName> = new Set(['founders', 'industries', 'industryGroups', 'emails']);

/** Keys of a nested value that is what its parent says: `founded_on.value`, `country.code`. */
const valueKeys = new Set(
  'value|value usd|usd|label|title|rendered|text|display name|long name|short name|full name|formatted|amount|total|count|date|year|url|href|number|range|code|iso2|raw|handle|0|nodes|edges|select|multi select|plain text|rich text|start'.split(
    '|',
  ),
);

/** Not so if they are a person's: `CB Rank (Person)`. */
const ofTheCompany: ReadonlySet<FieldName> = new Set(['cbRank', 'linkedin', 'twitter', 'city', 'country', 'location']);

/** Questions of forms are headers as well. */
const longestHeader = 300;

/** Pipedrive's `Organization - People` counts the persons in its address book. */
const pipedrivesPeople = 'organization people';

/** The field a header names, and how surely. */
export interface NameMatch {
  readonly field: FieldName;
  /** 0 to 1. */
  readonly strength: number;
}

/** Looks up headers; built once per import. */
export class HeaderNames {
  readonly #byKey = new Map<string, NameMatch>();

  constructor() {
    for (const field of fieldNames) {
      // A field's own name, so that a saved mapping or Winnow's own export reads back.
      this.#byKey.set(headerKey(field), { field, strength: 1 });
    }
    for (const field of fieldNames) {
      for (const alias of [...aliases[field].split('|'), ...(otherLanguages[field]?.split('|') ?? [])]) {
        this.#add(alias, field);
      }
    }
    // The names above come first where one of these could be two things.
    for (const field of fieldNames) for (const alias of everydayNames[field]?.split('|') ?? []) this.#add(alias, field);
  }

  /** The field a header names, or undefined. A `nested` JSON key (`location.city`) may go by its last part. */
  match(header: string, nested = false): NameMatch | undefined {
    // Rows are looked at for a header, too, and their cells may be of any length.
    if (header.length > longestHeader) return undefined;
    const own = withoutSource(header.normalize('NFKC'));
    const key = headerKey(own);
    if (key === '' || key === pipedrivesPeople) return undefined;
    const exact = this.#byKey.get(key);
    if (exact !== undefined) return exact;
    const near = this.#byWords(key) ?? this.#byUnit(key) ?? this.#byBracket(own, nested) ?? this.#byParts(own);
    if (near !== undefined || nested) return near ?? this.#byPath(header);
    const asked = questionAbout(key);
    return asked === undefined ? undefined : { field: asked, strength: 0.7 };
  }

  #add(alias: string, field: FieldName): void {
    const strength = alias.endsWith('?') ? 0.5 : alias.endsWith('~') ? 0.9 : 1;
    const key = headerKey(alias);
    if (!this.#byKey.has(key) || alias === field) this.#byKey.set(key, { field, strength });
  }

  /** Goes by what remains without words that say whose, which or the how manieth. */
  #byWords(key: string): NameMatch | undefined {
    const unnumbered = /^\d{1,2} (.+)$/.exec(key)?.[1];
    if (unnumbered !== undefined) return this.#byKey.get(unnumbered) ?? this.#byWords(unnumbered);
    const words = key.split(' ').filter((word) => !qualifiers.has(word));
    const plain = this.#byKey.get(words.join(' '));
    if (plain !== undefined) return weaker(plain, 0.9);
    const place = this.#byKey.get(words.filter((word) => !placeWords.has(word)).join(' '));
    if (place !== undefined && places.has(place.field)) return weaker(place, 0.9);
    const one = /^\d{1,2}$/.test(words.at(-1) ?? '') ? this.#byKey.get(words.slice(0, -1).join(' ')) : undefined;
    return one !== undefined && numbered.has(one.field) ? weaker(one, 0.9) : undefined;
  }

  /** `funding_usd_mn`, `Nº de empleados`, `Date dd/mm/yyyy`: without the unit, the word for a number, the form. */
  #byUnit(key: string): NameMatch | undefined {
    const amount = this.#byKey.get(withoutUnit(key));
    if (amount?.field === 'fundingTotal' || amount?.field === 'fundingRound') return weaker(amount, 0.9);
    const count = this.#byKey.get(whatIsCounted(key));
    if (count?.field === 'employees') return weaker(count, 0.9);
    const date = this.#byKey.get(withoutDateForm(key));
    return date?.field === 'fundedOn' || date?.field === 'founded' ? date : undefined;
  }

  /** `Total funding (USD M)`: what is in brackets is how, not what; but of a place it may be which part. */
  #byBracket(header: string, nested: boolean): NameMatch | undefined {
    const [, before, within] = /^(.*\S)\s*\(([^()]*)\)\s*$/.exec(header) ?? [];
    const outside = before === undefined ? undefined : this.match(before, nested);
    if (outside === undefined || (ofTheCompany.has(outside.field) && isAnothers(within ?? '', outside.field)))
      return undefined;
    const part = outside.field === 'location' ? this.#byKey.get(headerKey(within ?? '')) : undefined;
    return weaker(part !== undefined && places.has(part.field) ? part : outside, 0.9);
  }

  /** `Country / Land`: names in several languages that agree. */
  #byParts(header: string): NameMatch | undefined {
    const parts = header.split(/\s*[/|\n]\s*/).filter((part) => part.trim() !== '');
    if (parts.length < 2) return undefined;
    const [first, ...rest] = parts.map((part) => this.#byKey.get(headerKey(part)));
    return first !== undefined && rest.every((match) => match?.field === first.field) ? weaker(first, 0.9) : undefined;
  }

  /** `location.name` says what its parent says, `address.city` what it says itself, `investor.website` nothing. */
  #byPath(header: string): NameMatch | undefined {
    const dot = header.lastIndexOf('.');
    if (dot === -1) return undefined;
    const parent = header.slice(0, dot);
    const child = header.slice(dot + 1);
    const own = this.match(child);
    const isValue = valueKeys.has(headerKey(child));
    const isParents =
      own === undefined ? isValue : own.field === 'name' || (own.field === 'website' && isOfPicture(parent));
    let match = isParents ? this.match(parent, true) : own;
    // A weak name of its own (`date`) says less than what it is the date of.
    if (isValue && own?.strength === 0.5) match = this.match(parent, true) ?? own;
    return match === undefined || (match === own && isAnothers(parent, own.field)) ? undefined : weaker(match, 0.8);
  }
}

/** `thumbnail.url` is where a picture is, not the company. */
function isOfPicture(parent: string): boolean {
  return /(?:^|\.)(?:logos?|images?|pictures?|icons?|thumbnails?|avatars?|screenshots?|photos?)$/i.test(parent);
}

function weaker({ field, strength }: NameMatch, factor: number): NameMatch {
  return { field, strength: strength * factor };
}
