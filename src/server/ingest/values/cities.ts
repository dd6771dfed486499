import { foldLetters } from '#shared/domain/text.ts';
import { eastAsianCities } from './eastAsianPlaces.ts';
import { remembered } from './remembered.ts';

/**
 * Well-known cities by country, for rows that name a city and nothing else about the place. Only names that mean one
 * city to anybody (London, not Cambridge).
 */
const citiesByCountry: Readonly<Record<string, string>> = {
  IN:
    'navi mumbai|bangalore|bengaluru|mumbai|bombay|new delhi|delhi|delhi ncr|gurgaon|gurugram|noida|greater noida|pune|hyderabad|chennai|' +
    'kolkata|kolkatta|ahmedabad|ahemadabad|jaipur|indore|chandigarh|goa|vadodara|coimbatore|kanpur|faridabad|ghaziabad|bhopal|' +
    'nagpur|udaipur|surat|trivandrum|thiruvananthapuram|kochi|lucknow|mysore|nashik|bhubaneswar|visakhapatnam|ludhiana|agra|' +
    'varanasi|gwalior|siliguri|amritsar|rajkot|patna|ranchi|udupi|rourkela|srinagar|karnataka|haryana|kerala',
  US:
    'new york|new york city|nyc|san francisco|sf|sf bay area|los angeles|chicago|seattle|boston|austin|denver|san diego|atlanta|miami|' +
    'philadelphia|houston|dallas|palo alto|mountain view|menlo park|sunnyvale|redwood city|santa monica|silicon valley|' +
    'washington dc|washington d.c.|brooklyn|salt lake city|minneapolis|pittsburgh|las vegas|cupertino|san francisco bay area',
  GB: 'london|manchester|edinburgh|glasgow|leeds|liverpool|belfast|sheffield|cardiff',
  DE: 'berlin|munich|munchen|hamburg|frankfurt|koln|cologne|stuttgart|dusseldorf|leipzig|dresden|hannover|nurnberg|karlsruhe',
  FR: 'paris|lyon|marseille|toulouse|bordeaux|lille|nantes|strasbourg|montpellier|grenoble|sophia antipolis',
  ES: 'madrid|barcelona|sevilla|seville|bilbao|malaga|zaragoza',
  IT: 'milan|milano|rome|roma|turin|torino|bologna|naples|napoli|florence|firenze',
  PT: 'lisbon|lisboa|porto|braga|coimbra',
  NL: 'amsterdam|rotterdam|utrecht|eindhoven|the hague|den haag|delft',
  BE: 'brussels|bruxelles|brussel|antwerp|antwerpen|ghent|gent|leuven',
  CH: 'zurich|geneva|geneve|basel|lausanne|zug|bern',
  AT: 'vienna|wien|graz|linz|salzburg|innsbruck',
  IE: 'dublin|cork|galway',
  SE: 'stockholm|gothenburg|goteborg|malmo',
  DK: 'copenhagen|kobenhavn|aarhus',
  NO: 'oslo|bergen|trondheim',
  FI: 'helsinki|espoo|tampere|oulu',
  EE: 'tallinn|tartu',
  LV: 'riga',
  LT: 'vilnius|kaunas',
  PL: 'warsaw|warszawa|krakow|cracow|wroclaw|gdansk|poznan|lodz|katowice|szczecin|gliwice',
  CZ: 'prague|praha|brno',
  HU: 'budapest',
  RO: 'bucharest|bucuresti|cluj-napoca',
  BG: 'sofia|софия|plovdiv',
  GR: 'athens|thessaloniki|αθήνα|θεσσαλονίκη',
  UA: 'kyiv|kiev|lviv|kharkiv|київ|киев|львів|харків|одеса',
  RU: 'moscow|saint petersburg|st. petersburg|москва|санкт-петербург|новосибирск|екатеринбург|казань',
  TR: 'istanbul|ankara|izmir',
  IL: 'tel aviv|tel aviv-yafo|jerusalem|haifa|herzliya|תל אביב|תל אביב-יפו|ירושלים|חיפה|הרצליה|רעננה|פתח תקווה',
  AE: 'dubai|abu dhabi|دبي|أبو ظبي|أبوظبي',
  SA: 'riyadh|jeddah|الرياض|جدة',
  EG: 'cairo|القاهرة|الإسكندرية',
  MA: 'casablanca|rabat|marrakech',
  NG: 'lagos|abuja',
  KE: 'nairobi',
  GH: 'accra',
  ZA: 'cape town|johannesburg|pretoria|durban',
  CN: 'beijing|shanghai|shenzhen|guangzhou|hangzhou|chengdu|nanjing|wuhan|suzhou',
  JP: 'tokyo|osaka|kyoto|fukuoka|yokohama|nagoya|sapporo|kobe',
  KR: 'seoul|busan',
  TW: 'taipei',
  TH: 'bangkok|กรุงเทพมหานคร|กรุงเทพฯ',
  VN: 'hanoi|ho chi minh city',
  ID: 'jakarta|bandung|bali',
  MY: 'kuala lumpur',
  PH: 'manila|makati',
  PK: 'karachi|lahore|islamabad',
  BD: 'dhaka',
  AU: 'sydney|melbourne|brisbane|perth|adelaide|canberra',
  NZ: 'auckland|wellington|christchurch',
  CA: 'toronto|vancouver|montreal|ottawa|calgary|edmonton|waterloo|quebec city',
  MX: 'mexico city|ciudad de mexico|guadalajara|monterrey',
  BR: 'sao paulo|rio de janeiro|belo horizonte|curitiba|florianopolis|porto alegre|recife',
  AR: 'buenos aires|rosario',
  CO: 'bogota|medellin',
  PE: 'lima',
  SG: 'singapore',
  LU: 'luxembourg',
  MC: 'monaco',
  UY: 'montevideo',
};

/** Finds the country of a well-known city. Built once per import. */
export class CityNames {
  readonly #byName = new Map<string, string>();

  constructor() {
    for (const [code, cities] of Object.entries(citiesByCountry)) {
      for (const city of cities.split('|')) this.#byName.set(foldLetters(city), code);
    }
    for (const [code, cities] of Object.entries(eastAsianCities)) {
      for (const city of cities.split('|')) {
        for (const name of code === 'KR' ? [city] : [city, `${city}市`]) this.#byName.set(foldLetters(name), code);
      }
    }
  }

  /** ISO2 of the country a city is known to lie in, or `''`. */
  readonly countryOf = remembered((city) => this.#byName.get(foldLetters(city).trim()) ?? '');
}
