import type { FieldName } from './fields.ts';

/**
 * Further names of fields in the form of `fields.ts`: those of CRM exports, of funds' and accelerators' spreadsheets, of
 * registers and data sellers. An entry that ends in `~` is a rougher name: where a file has another column for the same,
 * that one goes before it (an exact number of employees before a band).
 */
export const everydayNames: Partial<Readonly<Record<FieldName, string>>> = {
  name:
    'deal organisation|deal organization|deal company|associated company|primary organisation|primary organization|current company|current company name|employer?|record?|lead organisation?|lead organization?|grantee?|awardee?|entityname|legal entity|entity legal name|entity?|security?|issuer?|issuer name|conformed name|company legal name|spin out~|spinout~|spin out company|spinout company|legal business name|doing business as~|dba~|dba name~|' +
    'portfolio company|target company|investee|investee company|company startup|startup company|name of company|name of the company|name of startup|name of the startup|name of organisation|' +
    'customer name?|prospect|prospect name|operating name|registered name|org name|company name latin|' +
    'name der firma|name des startups|startup name deutsch|firmierung|firmenbezeichnung|unternehmung|gesellschaft|' +
    'nom de la startup|nom de la start up|nom de l organisation|nom de l etablissement|denomination usuelle|nom startup|' +
    'nombre empresa|nombre de la startup|nombre de la compania|nombre startup|nombre de empresa|nome impresa|nome startup|nome della startup|nome della societa|' +
    'nome empresa|nome da startup|naam bedrijf|naam organisatie|statutaire naam|公司名|企业名|公司名称中文|企業名称|商号|商号又は名称',
  website:
    'company socials~|socials~|social~|social links~|social media links~|social profiles~|company domain|company domain name|company web site|web site url|website domain|primary domain|root domain|company homepage|company url address|website 1|company site|site address|' +
    'web page|web url|webadresse|internetauftritt|firmenwebsite|firmenwebseite|homepage adresse|site officiel|adresse du site|adresse internet|' +
    'pagina de internet|web de la empresa|direccion web|url de la empresa|pagina web de la empresa|sito aziendale|sito internet aziendale|indirizzo web|' +
    'endereco web|website da empresa|pagina na internet|webadres|bedrijfswebsite|公司主页|企业官网|ホームページurl|会社url',
  descriptionShort:
    'high concept|what they are doing|what it does|what does it do|what the company does|what we do|external description|company overview~|business description|business activity|nature of business|activity description|' +
    'product description~|company summary|brief description|short summary|one line description|one line pitch|one sentence description|company one liner|company tagline|in one sentence|description of business|' +
    'business summary|startup description|description of company|' +
    'gegenstand|unternehmensgegenstand|gegenstand des unternehmens|geschaftszweck|geschaftstatigkeit|tatigkeit|tatigkeitsbeschreibung|was sie machen|was macht das unternehmen|kurzprofil|firmenbeschreibung|' +
    'objet social|description de l activite|description activite|activite de l entreprise|descriptif|presentation de l entreprise|en une phrase|' +
    'objeto social|actividad de la empresa|descripcion breve|descripcion de la startup|que hace|que hacen|resumen|' +
    'oggetto sociale|attivita|attivita svolta|cosa fa|descrizione della startup|descrizione azienda|descricao curta|descricao da startup|descricao da atividade|o que faz|' +
    'korte omschrijving|bedrijfsactiviteit|bedrijfsactiviteiten|wat doen ze|activiteit|activiteiten|经营范围|主要业务|业务描述|事業の内容|会社説明',
  descriptionLong:
    'detailed company description|extended description|description extended|vollstandige beschreibung|descripcion detallada|descrizione estesa|descricao detalhada|uitgebreide omschrijving',
  country:
    'jurisdiction code~|vestigingsland|country countries|reg address country|country s|company hq country|country hq|country code iso|country iso code|iso 2|iso 3|country code alpha 2|country of registration|country of incorporation~|jurisdiction~|country of domicile|' +
    'operating country|based in country|addr country|address country|geo country|geo country code|country full name|' +
    'sitzland|land sitz|land firmensitz|landercode|laenderkurzel|landerkennzeichen|herkunftsland|pays d origine|pays du siege social|code du pays|' +
    'pais de origen|pais de la empresa|codigo de pais|paese di origine|stato estero|paese sede|pais de origem|pais da empresa|land van herkomst|landcode|land van vestiging|所属国家|所在国家地区',
  state:
    'state or country~|stateorcountry~|uf|company state|company state region|state region|hq region|headquarters state|state or province|state province region|prefecture|都道府県|estado provincia|provincie|kanton|canton|所在省份',
  city:
    'locality~|address locality|city town|town city|municipality|company hq city|city hq|city of headquarters|addr city|address city|geo city|reg address post town|physical city|mailing city~|' +
    'firmenort|unternehmensort|sitz stadt|ort stadt|stadt ort|wohnort|gemeinde|ville siege|ville du siege social|libelle commune|ciudad de la empresa|poblacion|municipio empresa|' +
    'citta sede legale|comune sede|cidade sede|plaatsnaam|vestigingsplaats bedrijf|总部城市|所在市',
  location:
    'stateorcountrydescription~|state or country description~|postnr og by|postnummer og by|postnummer og poststed|postnummer och ort|plz ort|plz und ort|plz stadt|postleitzahl und ort|code postal et ville|code postal ville|cp ville|postcode en plaats|postcode plaats|postcode en woonplaats|cap e citta|codigo postal y ciudad|zip code and city|zip and city|postal code and city|postcode and city|kod pocztowy i miasto|cidade uf|municipio uf|cidade estado|cidade e estado|full address~|company full address~|main business location|company location|hq address~|headquarters address~|registered office~|registered address~|registered office address~|city and country|city state country|city state|city and state|where?|where are they|where they are|location city country|where based|based|' +
    'head office|head office location|main location|primary location|office location~|hauptsitz|hauptstandort|unternehmenssitz|sitz der gesellschaft|standort unternehmen|ort land|' +
    'localisation du siege|lieu du siege|adresse du siege~|implantation|ubicacion de la empresa|sede central|sede principal|domicilio social~|sede legale|sede operativa~|ubicazione|' +
    'localizacao da sede|sede da empresa|hoofdkantoor|vestiging|locatie|' +
    '省市|本社所在地|本店所在地|所在地住所~|住所~|本社住所~|公司所在地|总部所在地|總部所在地|注册地~|注册地址~|公司地址~|公司地點|주소|본사 위치|본사위치|본사 소재지|본사소재지',
  industries:
    'naeringskode1 beskrivelse|industrydesc|sic codes description|industrygrouptype|industry group type|industry classification|primary sub industry~|næringskode 1 beskrivelse|næringskode beskrivelse|naeringskode 1 beskrivelse|branchetekst|hovedbranche|tag list|gics sector|gics sub industry|gics industry|sic code sic text|sic description|sic code description|naics description|nace description|nace text|primary sic description|industry sectors|industry tags|industry tag|industry name|' +
    'sector name|sector s|industry s|industry focus|sector focus|sector tags|company industry|business sector|business category|main industry|main sector|primary sector|secondary sector~|secondary industry~|area of business|' +
    'practice area|practice areas|industry category|sub category~|sub categories~|subcategory~|sub sector~|startup category|startup sector|focus area|focus areas|activity sector|sector of activity|linkedin industry|' +
    'wirtschaftszweig|wirtschaftszweige|branchenbezeichnung|branchenzugehorigkeit|geschaftsfeld|geschaftsfelder|tatigkeitsfeld|themenfeld|industriezweig|sektoren|schlagworte|schlagworter|' +
    'secteur activite|secteurs d activite|filiere|filieres|thematique|thematiques|domaines|mots cles|libelle ape|libelle naf|' +
    'sector de la empresa|sector economico|rubro|rubros|actividad economica|vertical de negocio|etiquetas|settore merceologico|settore economico|comparto|descrizione ateco|tag settore|' +
    'setor de atuacao|setores|area de negocio|areas de atuacao|mercado|mercados|ramo|ramo de actividade|bedrijfssector|branches|werkgebied|sbi omschrijving|行业类别|所属产业|赛道|领域标签|业务领域|業種分類',
  founded:
    'year of spin out|spin out year|spinout year|spin out date|date of creation|date creation unite legale|yearofinc value entered|year of inc|startdato?|registered date?|registered on?|since?|year started|started?|started in|founded in year|year of founding|founding|founding year approx|date of founding|formed|year formed|date formed|year of formation|formed on|year of creation|date of establishment|' +
    'year incorporated|incorporated in|incorporation|company founded|company founded year|founded date exact|year company founded|foundation|' +
    'jahr der grundung|datum der grundung|gegrundet am|gegrundet in|gegrundet im jahr|grundungs jahr|eintragungsdatum?|date de fondation|annee fondation|fonde en|fondee en|cree en|creee en|date d immatriculation|date de creation de l entreprise|date creation entreprise|' +
    'ano de inicio|fecha constitucion|fecha de inicio de actividades|fundada en|fundado en|fundada em|anno di nascita|anno di fondazione azienda|anno costituzione societa|data costituzione|data inizio attivita|fondata nel|fundado em|data fundacao|ano fundacao empresa|' +
    'datum oprichting|jaar opgericht|gesticht|成立年|创办时间|创建时间|成立年月|設立年度|創立|創立年|会社設立日',
  employees:
    'employees latest|latest employees|aantal werkzame personen|werkzame personen|workers|total employee count|employee estimate|current employee estimate|size range~|employee count range~|employee band~|headcount range~|headcount band~|staff range~|employees band~|' +
    'number of workers|number of full time employees|number of employees range~|num of employees|number of employee|no employees|no of staff|no of employee|employee number|employees number|employees total|employee total|total staff|total workforce|employee numbers|employees estimate|estimated employees|' +
    'estimated num employees|estimated number of employees|employee estimate linkedin|employees on linkedin|employees linkedin|linkedin employee count|linkedin headcount|linkedin company size~|current headcount|current employee count|company headcount|employee headcount|ft employees|' +
    'full time staff|full time headcount|people|people count|team members|team size range~|number of people|size of team|size of company|company employees|metrics employees|metrics employees range~|' +
    'anzahl beschaftigte|anzahl ma|anzahl der beschaftigten|zahl der beschaftigten|beschaftigtenzahl|mitarbeiteranzahl|anzahl angestellte|mitarbeiter anzahl|mitarbeiterinnen|mitarbeiterzahl ca|unternehmensgrosse|firmengrosse|teamgrosse|belegschaft|mitarbeiter innen|' +
    'nombre de collaborateurs|collaborateurs|nb de salaries|nb d employes|nombre d employes etp|effectif total|effectif salarie|tranche d effectifs|taille entreprise|taille de la societe|taille equipe|taille de l equipe|employes|nombre employes|nombre salaries|' +
    'numero de empleados aprox|cantidad de empleados|cant empleados|n empleados|nro empleados|nro de empleados|numero empleados|total empleados|total de empleados|trabajadores|n trabajadores|tamano empresa|tamano del equipo|equipo|' +
    'dipendenti totali|totale dipendenti|organico|numero di addetti|n addetti|dimensione aziendale|dimensione azienda|forza lavoro|' +
    'qtd funcionarios|qtde funcionarios|qtd de funcionarios|qtde de funcionarios|quantidade funcionarios|numero funcionarios|n de funcionarios|total de funcionarios|num de funcionarios|n funcionarios|numero de colaboradores|no de colaboradores|qtd colaboradores|trabalhadores|numero de trabalhadores|tamanho da empresa|tamanho da equipe|' +
    'aantal personeelsleden|personeelsaantal|bedrijfsgrootte|aantal fte|teamgrootte|aantal mensen|员工总数|在职人数|人员规模~|团队人数|從業員數|社員数連結|従業員規模~|従業員数連結|従業員数単独',
  stage:
    'recent funding round|recent funding type|最終ラウンド|直近調達ラウンド|funding round code~|company funding round code~|investmentn type|latest funding stage|last funding stage|last funding round stage|latest funding round stage|deal type 2|last financing deal type 2|funding rounds type|funding rounds funding type|funding rounds round|funding rounds round type|funding rounds stage|funding rounds series|funding rounds name|funding events type|deal stage~|letzte finanzierungsrunde|letzte runde|aktuelle runde|finanzierungsstand|investitionsphase|unternehmensphase|entwicklungsphase|' +
    'startup stage|stage of company|company funding stage|current stage|current round|current funding stage|latest stage|most recent round|most recent round type|funding stage round|deal type?|last known round|last known funding type|last raise type|round name|round stage|round series|venture stage|series stage|' +
    'derniere levee de fonds type|type de levee|type de financement|phase de financement|stade de developpement|stade d investissement|dernier tour de table|stade actuel|ultima ronda tipo|tipo de ultima ronda|etapa de financiacion|fase de inversion|fase de financiacion|etapa actual|' +
    'ultimo round di finanziamento|tipo di round|fase azienda|stadio|round attuale|stagio de investimento|estagio atual|fase do investimento|rodada atual|tipo de rodada|laatste financieringsronde|fase van financiering|' +
    '最新ラウンド|直近ラウンド|投資ステージ|资金轮次|最新融资|所处轮次',
  fundingTotal:
    'total known funding|total raised amount|how much they raised|raised so far|amount raised so far|amount raised to date|funding to date|total funding to date|total raised so far|total investment|total investments|total investment raised|total vc funding|total venture funding|total disclosed funding|' +
    'total funding raised|total equity raised|funding amount total|total financing|total financing raised|lifetime funding|money raised to date|cumulative funding|all time funding|overall funding|funding received|investment raised|investment received|raised total|raised to date usd|metrics raised|' +
    'bisherige finanzierung|finanzierung bisher|gesamtinvestition|kapital eingesammelt|eingesammeltes kapital|funding gesamt|investitionssumme|financement cumule|total des financements|montant total leve en|fonds leves depuis la creation|levees de fonds cumulees|montant leve total|total fonds leves|' +
    'total recaudado|capital levantado|capital total levantado|inversion recibida|inversion levantada|monto total levantado|monto recaudado|total levantado|finanziamenti ricevuti|capitale raccolto totale|totale raccolto|fondi raccolti|finanziamento complessivo|raccolta totale|' +
    'valor total captado|valor captado|capital captado|total investido|investimento recebido total|total opgehaald|opgehaald kapitaal|totaal opgehaald|融资总金额|累计融资额|总融资额|總融資額|調達総額|調達額合計|累積調達額',
  fundingRound:
    'recent funding amount|totalamountsold|total amount sold|latest funding amount|last funding round amount|latest funding round amount|funding events amount|last round size|latest round amount|latest round size|last raise amount|last funding size|last deal size|most recent round amount|amount of last round|size of last round|latest deal size|rundengrosse|montant du tour|montant de la levee|montant derniere levee|monto de la ronda|monto ultima ronda|tamano de la ronda|importo round|importo ultimo round|valor da rodada|valor ultima rodada|bedrag laatste ronde|最新融资金额|本轮融资金额',
  fundedOn:
    'recent funding date|latest funding round date|last funding round date|最終調達日|funding events date|funding rounds announced|funding rounds announced on|round date|date of round|last raise date|last raised|last raised on|last raised date|most recent funding date|most recent round date|date of last raise|date of latest round|date of latest funding|last financing on|last investment on|last fundraise date|latest round on|closing date of round|date raised|date funded|last funded on|last funded date|financing date|' +
    'datum letzte finanzierung|datum der letzten runde|letzte finanzierung am|finanzierungsdatum|date derniere levee|date du dernier financement|date de la levee|date de levee de fonds|date du tour|fecha de la ronda|fecha ultima inversion|fecha de financiacion|fecha de ronda|data dell ultimo round|data round|data del round|data da rodada|data da ultima rodada|data do aporte|datum laatste financiering|最近一轮融资时间|最新融资日|調達日付|直近調達日',
  emails:
    'business email|work email|general email|info email|email id|email ids|primary email|e mail id|company e mail|email 1|contact mail|mail address|office email|contact email address|email contact|emailadresse|mailadresse|mail adresse|kontakt email|kontaktmail|adresse de courriel|courriel de contact|email entreprise|mail contact|' +
    'correo de contacto|correo empresa|correo corporativo|direccion de correo|e mail aziendale|email aziendale|indirizzo email|pec|email da empresa|e mail da empresa|endereco de email|emailadres|mailadres|电子邮箱|公司邮箱地址',
  linkedin:
    'linkedin handle|linkedin company|linkedin company url|linkedin company page|linkedin company profile|linkedin address|linkedin username|company linkedin link|company linkedin profile|company linkedin page|linkedin company profile url|linkedin profil|linkedin unternehmen|linkedin entreprise|linkedin empresa|linkedin azienda|linkedin da empresa|linkedin bedrijf|li url|linkedin website',
  twitter:
    'twitter username|twitter user|twitter account|twitter screen name|x handle|x username|x profile|x com|x link|twitter x|twitter page|x twitter url|twitter x url|x account',
  facebook:
    'facebook handle|facebook username|facebook profile|facebook account|facebook page url|facebook page link|facebook company page|fb|fb url|fb page|fb link',
  logo: 'company logo|company logo url|logo file url|brand logo|logo src',
  founders:
    'academic founder|academic founders|founder s|founder identifiers|founders identifiers|founder and ceo~|founders and ceo~|founder ceo~|ceo founder~|founder full name|founder full names|name of founder|name of founders|names of founders|founder s name|founders name|founder s names|founded by|co founder|cofounder|co founder s|founder list|company founders|founding members|founder co founder|founders co founders|' +
    'grunderteam|name der grunder|namen der grunder|grunderin|grunderinnen|grunder in|nom des fondateurs|nom du fondateur|fondateur s|fondateurs et fondatrices|fondatrice|equipe fondatrice|cofondateurs|fundador es|fundadores as|nombre de los fundadores|nombre del fundador|equipo fundador|cofundadores|' +
    'fondatore i|nome fondatore|nome dei fondatori|team fondatore|cofondatori|nome do fundador|nome dos fundadores|socios fundadores|fundador a|oprichter|naam oprichter|oprichter s|founders namen|创始团队|创办人|联合创始人|創業メンバー',
  founderCount:
    'of founders|no of founders|num of founders|founders number|number of co founders|anzahl der grunder|nb fondateurs|numero de fundadores|numero di fondatori|aantal oprichters',
  businessModel:
    'revenue type|monetization|monetization model|monetisation model|geschaftsmodelle|modele de revenus|modelo de ingresos|modello di ricavo|verdienmodel|bedrijfsmodel|b2b b2c|b2b or b2c|ビジネスモデル',
  targetCustomer:
    'target audience|customer type|target users|target segment|icp|zielkunden|zielmarkt|cible|clientele cible|publico objetivo|segmento objetivo|target clienti|clienti target|publico alvo|doelgroep',
  customerProblem:
    'problem being solved|problem solving|problem they solve|the problem|problem description|problembeschreibung|probleme resolu|problema que resuelve|problema|problema risolto|problema que resolve|probleem',
};
