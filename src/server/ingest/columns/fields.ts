import { importFieldNames, type ImportFieldName } from '#shared/domain/importFields.ts';

/** What a column of a file can be recognised as; `''` in a report stands for "left out". */
export const fieldNames = importFieldNames;
export type FieldName = ImportFieldName;

/**
 * Names under which fields are known, in the form `headerKey` gives them, languages mixed: English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Chinese, Japanese. An entry that ends in `?` is a weak name: it counts half.
 */
const aliases: Readonly<Record<FieldName, string>> = {
  name:
    'name|company|company name|companies|organization|organization name|organisation|organisation name|startup|startup name|' +
    'start up|brand|brand name|business|business name|firm|venture name|account name|legal name?|title?|' +
    'firma|firmenname|unternehmen|unternehmensname|name des unternehmens|entreprise|societe|nom|nom de l entreprise|' +
    'nom entreprise|raison sociale|nom de la societe|empresa|nombre|nombre de la empresa|compania|razon social|azienda|' +
    'societa|impresa|nome|nome azienda|nome dell azienda|ragione sociale|nome da empresa|razao social|bedrijf|' +
    'bedrijfsnaam|naam|公司|公司名称|企业名称|企业|名称|项目名称|公司名稱|企業名稱|会社名|企業名|社名',
  website:
    'website|web site|site|url|web|homepage|homepage url|home page|domain|domain name|domains|website url|company url|' +
    'company website|web address|webpage|www|internet|link?|links?|webseite|internetseite|internetadresse|' +
    'site web|site internet|adresse web|sitio web|pagina web|web oficial|sito|sito web|sito internet|site da empresa|' +
    '网站|网址|官网|官方网站|公司网址|網站|網址|ウェブサイト|サイト|webサイト',
  descriptionShort:
    'description|short description|one liner|oneliner|tagline|pitch|elevator pitch|headline|summary|abstract|slogan|' +
    'short desc|about|what they do|overview?|beschreibung|kurzbeschreibung|description courte|resume|descripcion|' +
    'descripcion corta|descrizione|descrizione breve|descricao|resumo|omschrijving|简介|公司简介|一句话简介|描述|簡介|概要|説明',
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
    'country iso2|country iso3|country territory region|country territory|land|staat|pays|code pays|pais|paese|nazione|codigo pais|国家|国家地区|所在国家|國家|国',
  state:
    'state|state code|province|hq state|state province|us state|region?|region code|bundesland|departement|provincia|' +
    'comunidad autonoma|estado|regione|省份|省|州',
  city:
    'city|city name|hq city|headquarters city|town|city location|stadt|ort|standort stadt|ville|commune|ciudad|' +
    'localidad|citta|comune|cidade|municipio|plaats|城市|所在城市|市',
  location:
    'location|headquarters location|headquarters|hq|hq location|headquarter|all locations|locations|address?|' +
    'city country|place|geography?|based in|standort|sitz|firmensitz|siege|siege social|localisation|lieu|ubicacion|' +
    'sede|localizacion|localita|localizacao|所在地|地区|地址|総部|总部|所在地区|本社',
  industries:
    'industry|industries|category|categories|category list|category code|sector|sectors|industry vertical|vertical|' +
    'verticals|primary industry code|all industries|sub industries|tags|tag|keywords|market|markets|sub vertical|sub industry|subsector|primary industry|' +
    'technologies|technology|field?|topics|specialties|branche|branchen|sektor|kategorie|secteur|secteurs|' +
    'secteur d activite|categorie|industrie|sector industrial|industria|categoria|categorias|settore|settori|sectores|sectores de actividad|sector de actividad|setor|' +
    'ramo de atividade|sectoren|行业|产业|行业分类|所属行业|领域|标签|行業|業種|カテゴリ',
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
    '成立时间|成立年份|成立日期|创立时间|注册时间|成立時間|設立|設立年',
  employees:
    'employees|number of employees|number employees|num employees|no of employees|employee count|employees count|' +
    'employee range|headcount|team size|company size|size|staff|staff count|workforce|full time employees|fte|ftes|' +
    'mitarbeiter|mitarbeiterzahl|anzahl mitarbeiter|beschaftigte|effectif|effectifs|nombre d employes|salaries|' +
    'nombre de salaries|empleados|numero de empleados|plantilla|dipendenti|numero di dipendenti|numero dipendenti|' +
    'funcionarios|numero de funcionarios|colaboradores|werknemers|员工人数|员工数|人数|规模|公司规模|員工人數|従業員数',
  stage:
    'stage|funding stage|investment stage|company stage|round|funding round type|last funding type|last financing deal type|last financing type|latest funding round|last deal type|investment type|' +
    'last round|last round type|round type|latest round|series|funding type|funding status?|last equity funding type|' +
    'finanzierungsphase|phase|runde|finanzierungsrunde|stade|tour|tour de table|etapa|fase|ronda|ronda de inversion|' +
    'round di investimento|rodada|estagio|融资轮次|轮次|融资阶段|投资轮次|融資輪次|ラウンド',
  fundingTotal:
    'total funding|total funding amount|total funding amount currency in usd|total equity funding amount currency in usd|money raised currency in usd|funding total|funding total usd|total equity funding amount|amount raised|' +
    'raised amount|raised|total raised|funding|funding amount?|total funding amount in usd|total funding amount usd|' +
    'total funding usd|money raised|total money raised|total raised usd|capital raised|investment total|' +
    'total equity funding amount in usd|total equity funding amount usd|finanzierung|gesamtfinanzierung|' +
    'finanzierung gesamt|finanzierungssumme|kapital|montant leve|total leve|fonds leves|levee de fonds|' +
    'financement total|financiacion|financiacion total|capital recaudado|inversion total|finanziamento totale|' +
    'finanziamenti|capitale raccolto|investimento total|captacao|total captado|融资总额|融资金额|累计融资|總融資',
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
    '融资时间|最近融资时间|融资日期',
  cbRank: 'cb rank|crunchbase rank|cb rank company|cb rank organization|rank company',
  score: 'score|startup score|predicted rating|rating?|startup rating',
  emails:
    'email|e mail|emails|contact email|email address|email addresses|contact e mail|mail|company email|' +
    'courriel|correo|correo electronico|email de contacto|posta elettronica|e mail adresse|电子邮件|邮箱|郵箱|メール',
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
  followers: 'followers|follower count|linkedin followers|twitter followers|number of followers|abonnes|seguidores',
  universities: 'universities|university|founder universities|top universities|alma mater',
  regions: 'regions|countries|markets served?',
  highlights: 'highlights|company highlights|highlight',
  semScorePercentile: 'search visibility percentile|sem score percentile',
  challenge1: 'challenge 1|challenge one',
  challenge2: 'challenge 2|challenge two',
  challenge3: 'challenge 3|challenge three',
  translated: 'translated|is translated',
};

/** Words that say whose a value is, not what it is: `Company City` is a city. */
const qualifiers = new Set([
  'company',
  'companies',
  'organization',
  'organisation',
  'startup',
  'org',
  'the',
  'hq',
  'headquarters',
  'firm',
  'business',
  'your',
]);

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
      for (const alias of aliases[field].split('|')) {
        const weak = alias.endsWith('?');
        const key = headerKey(weak ? alias.slice(0, -1) : alias);
        if (!this.#byKey.has(key) || alias === field) this.#byKey.set(key, { field, strength: weak ? 0.5 : 1 });
      }
    }
  }

  /** The field a header names, or undefined. A `nested` JSON key (`location.city`) may go by its last part. */
  match(header: string, nested = false): NameMatch | undefined {
    const key = headerKey(header);
    if (key === '') return undefined;
    const exact = this.#byKey.get(key);
    if (exact !== undefined) return exact;
    const plain = this.#byKey.get(withoutQualifiers(key));
    if (plain !== undefined) return { field: plain.field, strength: plain.strength * 0.9 };
    // `Total funding (USD M)`: what is in brackets is how, not what.
    const bracket = /^(.*\S)\s*\([^()]*\)\s*$/.exec(header);
    const outside = bracket === null ? undefined : this.match(bracket[1] ?? '', nested);
    if (outside !== undefined) return { field: outside.field, strength: outside.strength * 0.9 };
    const dot = header.lastIndexOf('.');
    if (!nested || dot === -1) return undefined;
    const inner = this.#nested(header.slice(0, dot), header.slice(dot + 1));
    return inner === undefined ? undefined : { field: inner.field, strength: inner.strength * 0.8 };
  }

  /** `location.name` says what its parent says, `address.city` what it says itself. */
  #nested(parent: string, child: string): NameMatch | undefined {
    const own = this.match(child);
    return own?.field === 'name' || own === undefined ? this.match(parent) : own;
  }
}

/** A header for comparing: accents folded, camel case and punctuation as spaces, lower case, brackets dropped. */
export function headerKey(header: string): string {
  return header
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function withoutQualifiers(key: string): string {
  const words = key.split(' ').filter((word) => !qualifiers.has(word));
  return words.join(' ');
}
