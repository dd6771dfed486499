import { fold } from '#shared/domain/text.ts';

/**
 * The regions that stand behind well-known cities as codes, most of which are codes of countries, too: `Milano, MI` is not in
 * Michigan, `Recife, PE` not in Peru. By country: code, then its cities, folded.
 */
const citiesByRegion: Readonly<Record<string, string>> = {
  BR:
    'SP sao paulo,campinas,sao jose dos campos,santos,ribeirao preto,sao carlos,barueri,osasco,guarulhos,sorocaba|RJ rio de janeiro,niteroi|' +
    'MG belo horizonte,uberlandia|PR curitiba,londrina,maringa|SC florianopolis,joinville,blumenau|RS porto alegre,caxias do sul|PE recife|' +
    'BA salvador|CE fortaleza|DF brasilia|GO goiania|AM manaus|PA belem|PB joao pessoa,campina grande|RN natal|AL maceio|SE aracaju|MT cuiaba|MS campo grande',
  IT:
    'MI milano,milan|TO torino,turin|RM roma,rome|BO bologna|FI firenze,florence|NA napoli,naples|GE genova,genoa|VE venezia,venice,mestre|' +
    'PD padova,padua|VR verona|VI vicenza|TV treviso|TN trento|BZ bolzano|TS trieste|UD udine|BS brescia|BG bergamo|MB monza|CO como|VA varese|' +
    'PV pavia|CR cremona|MN mantova|LC lecco|MO modena|RE reggio emilia|PR parma|PC piacenza|RA ravenna|RN rimini|FE ferrara|FC forli,cesena|' +
    'PI pisa|LU lucca|SI siena|AR arezzo|PO prato|LI livorno|AN ancona|PU pesaro|PG perugia|TR terni|AQ l aquila|PE pescara|BA bari|LE lecce|' +
    'TA taranto|SA salerno|CE caserta|CS cosenza|RC reggio calabria|PA palermo|CT catania|ME messina|CA cagliari|SS sassari|NO novara|CN cuneo|AL alessandria',
  IN:
    'KA bengaluru,bangalore,mysore,mysuru|MH mumbai,pune,nagpur,nashik,thane,navi mumbai|TN chennai,coimbatore,madurai|TG hyderabad|TS hyderabad|' +
    'HR gurgaon,gurugram,faridabad|DL delhi,new delhi|UP noida,lucknow,ghaziabad,kanpur,greater noida|GJ ahmedabad,surat,vadodara,rajkot|RJ jaipur,udaipur,jodhpur|' +
    'WB kolkata|KL kochi,trivandrum,thiruvananthapuram,cochin|MP indore,bhopal|AP visakhapatnam,vijayawada|PB mohali,ludhiana,amritsar|CH chandigarh|GA goa,panaji|OR bhubaneswar|BR patna|JH ranchi|AS guwahati',
  CH: 'ZH zurich,winterthur|GE geneve,geneva,genf|BE bern,berne|BS basel|VD lausanne,ecublens|LU luzern,lucerne|ZG zug,baar|SG st gallen,sankt gallen|TI lugano|AG aarau,baden|VS sion,sierre|FR fribourg|NE neuchatel|SO solothurn|TG frauenfeld|GR chur|SH schaffhausen|SZ schwyz,freienbach',
  DE:
    'BE berlin|BY munchen,munich,nurnberg,nuremberg,augsburg,regensburg|BW stuttgart,karlsruhe,mannheim,heidelberg,freiburg|HH hamburg|HE frankfurt,frankfurt am main,darmstadt,wiesbaden,kassel|' +
    'NW koln,cologne,dusseldorf,bonn,dortmund,essen,aachen,munster|NI hannover,hanover,braunschweig,gottingen|SN leipzig,dresden,chemnitz|SH kiel,lubeck|RP mainz|HB bremen|TH jena,erfurt|BB potsdam|SL saarbrucken|ST halle,magdeburg|MV rostock',
  NL: 'NH amsterdam,haarlem|ZH rotterdam,the hague,den haag,delft,leiden|UT utrecht,amersfoort|NB eindhoven,tilburg,breda|GE arnhem,nijmegen,wageningen|GR groningen|OV enschede,zwolle|LI maastricht',
  AU: 'NSW sydney|VIC melbourne|QLD brisbane|WA perth|SA adelaide|ACT canberra|TAS hobart|NT darwin',
  CA: 'ON toronto|QC montreal|NL st john s|SK saskatoon,regina|PE charlottetown',
  MX: 'NL monterrey,san pedro garza garcia|JA guadalajara,zapopan|CMX mexico city|MX mexico city|QE queretaro|PU puebla|BC tijuana|YU merida',
  ES: 'M madrid|MD madrid|B barcelona|CT barcelona|V valencia|VC valencia|PV bilbao|AN sevilla,malaga,seville|GA a coruna,vigo',
};

/** Codes of regions that are no country's, so that they tell whatever city stands before them. */
const tellingCodes: Readonly<Record<string, string>> = {
  CA: 'ON|QC|BC|AB|NS',
  AU: 'NSW|VIC|QLD|TAS|ACT',
};

/** Regions by country that are no city's name, folded; `Washington` and `Madrid` may be the city. American states stand elsewhere. */
const regionNames: Readonly<Record<string, string>> = {
  GB: 'england|scotland|wales|northern ireland|west midlands|surrey|kent|essex|hertfordshire|oxfordshire|cambridgeshire|berkshire|buckinghamshire|hampshire|east sussex|west sussex|west yorkshire|south yorkshire|lancashire|cheshire|merseyside|devon|cornwall|somerset|dorset|norfolk|suffolk|leicestershire|nottinghamshire|derbyshire|warwickshire|gloucestershire|wiltshire|tyne and wear',
  CA: 'ontario|british columbia|alberta|manitoba|saskatchewan|nova scotia|new brunswick|newfoundland and labrador',
  AU: 'new south wales|victoria|queensland|western australia|south australia|tasmania|australian capital territory|northern territory',
  DE: 'bavaria|bayern|baden-wurttemberg|hesse|hessen|north rhine-westphalia|nordrhein-westfalen|lower saxony|niedersachsen|saxony|sachsen|saxony-anhalt|sachsen-anhalt|brandenburg|thuringia|thuringen|schleswig-holstein|rhineland-palatinate|rheinland-pfalz|saarland|mecklenburg-vorpommern',
  FR: "ile-de-france|auvergne-rhone-alpes|rhone-alpes|provence-alpes-cote d'azur|nouvelle-aquitaine|aquitaine|occitanie|hauts-de-france|grand est|bretagne|brittany|pays de la loire|normandie|normandy|bourgogne-franche-comte|centre-val de loire",
  IN: 'karnataka|maharashtra|tamil nadu|telangana|haryana|uttar pradesh|gujarat|rajasthan|west bengal|kerala|madhya pradesh|andhra pradesh|punjab|odisha|bihar|jharkhand|assam',
  ES: 'catalonia|cataluna|catalunya|andalusia|andalucia|galicia|pais vasco|basque country|comunidad de madrid|community of madrid|comunidad valenciana|aragon|castilla y leon|asturias|navarra|cantabria',
  IT: 'lombardy|lombardia|lazio|piedmont|piemonte|veneto|tuscany|toscana|emilia-romagna|campania|sicily|sicilia|puglia|liguria|friuli-venezia giulia|marche|umbria|sardinia|sardegna|calabria|abruzzo|trentino-alto adige',
  NL: 'north holland|noord-holland|south holland|zuid-holland|north brabant|noord-brabant|gelderland|overijssel|limburg|friesland|flevoland|zeeland',
  BE: 'flanders|vlaanderen|wallonia|wallonie|brussels capital|flemish region|flemish brabant',
  BR: 'minas gerais|parana|santa catarina|rio grande do sul|pernambuco|bahia|ceara|goias|espirito santo',
  MX: 'nuevo leon|jalisco|estado de mexico',
  IE: 'leinster|munster|connacht',
  IL: 'tel aviv district|center district|hamerkaz|haifa district',
};

function wordsOf(list: string): string[] {
  return list.split('|');
}

const countryByCityAndCode = new Map(
  Object.entries(citiesByRegion).flatMap(([country, regions]) =>
    wordsOf(regions).flatMap((region) => {
      const at = region.indexOf(' ');
      const cities = region.slice(at + 1).split(',');
      return cities.map((city) => [`${city},${region.slice(0, at)}`, country] as const);
    }),
  ),
);

const countryByCode = new Map(
  Object.entries(tellingCodes).flatMap(([country, codes]) => wordsOf(codes).map((code) => [code, country] as const)),
);

const namesByCountry = new Map(
  Object.entries(regionNames).map(([country, names]) => [country, new Set(wordsOf(names))] as const),
);

/** A city and a code behind it: `Milano, MI`, `Milano (MI)`, `Recife - PE`, `Recife/PE`. */
const cityAndCode = /^([^,()/]+?)(?:,\s*|\s+\(|\s+[-–]\s+|\s*\/\s*)([A-Z]{1,3})\)?\s*$/;

/**
 * The city and ISO2 of the country of a place whose code is that of a region: one that is no country's, or the region in
 * which a city of that name lies. Undefined where it tells nothing of the kind.
 */
export function placeByRegion(text: string): { countryCode: string; city: string } | undefined {
  if (text.length > longestPlace) return undefined;
  const last = text.charCodeAt(text.length - 1);
  if (last !== closingBracket && (last < capitalA || last > capitalZ)) return undefined;
  const [, city = '', code = ''] = cityAndCode.exec(text) ?? [];
  if (city === '') return undefined;
  const folded = fold(city)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const countryCode = countryByCityAndCode.get(`${folded},${code}`) ?? countryByCode.get(code);
  return countryCode === undefined ? undefined : { countryCode, city: city.trim() };
}

/** Whether a text names a region of that country (ISO2) rather than a city in it. */
export function isRegionOf(countryCode: string, text: string): boolean {
  return namesByCountry.get(countryCode)?.has(fold(text)) === true;
}

/** Whether a text names a region of some country. */
export function isRegionAnywhere(text: string): boolean {
  return countryByRegion.has(fold(text));
}

/** ISO2 of the only country that has a region of this name, as far as is known; else `''`. */
export function countryOfRegion(text: string): string {
  const name = text.length > longestPlace ? '' : fold(text);
  return ofSeveral.has(name) ? '' : (countryByRegion.get(name) ?? '');
}

const countryByRegion = new Map([...namesByCountry].flatMap(([code, names]) => [...names].map((name) => [name, code])));

/** Regions that other countries have, too. */
const ofSeveral = new Set(['limburg', 'punjab', 'victoria', 'kent', 'essex', 'surrey', 'norfolk', 'munster']);

/** Longer texts are no city and a code. */
const longestPlace = 80;
const closingBracket = 41;
const capitalA = 65;
const capitalZ = 90;
