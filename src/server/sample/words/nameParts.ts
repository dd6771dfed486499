/** Parts of company names, `|` between them. */

/** Beginnings, middles and endings of coined words. */
export const coinedStarts =
  'Al|Ar|Av|Bel|Bri|Cal|Cor|Cre|Dal|Del|Dor|El|Em|En|Ev|Fal|Fen|Fin|Flo|Gal|Gra|Hal|Hel|Il|In|Jun|Kal|Kel|Kin|Kor|Lar|Len|Lin|Lor|Lum|Mar|Mel|Mir|Mon|Nal|Nar|Nel|Nim|Nor|Nov|Ol|Or|Os|Pal|Par|Pel|Per|Pol|Pri|Quan|Quil|Rav|Rel|Ren|Ril|Ron|Sal|San|Sel|Sen|Sil|Sol|Sor|Spi|Stel|Syl|Tal|Tan|Tel|Ter|Tor|Tri|Tul|Ul|Um|Val|Van|Vel|Ver|Vin|Vir|Vol|Wil|Xal|Yar|Yel|Zan|Zel|Zen|Zor|Zy|Ax|Bly|Cy|Dra|Ely|Fy|Gly|Hy|Kry|Ly|Myr|Ny|Oryn|Pyr|Ry|Sky|Thal|Thren|Ty|Vey|Wyn';
export const coinedMiddles =
  'a|e|i|o|u|ca|ce|co|da|de|di|do|ga|ge|la|le|li|lo|ma|me|mi|mo|na|ne|ni|no|pa|pe|ra|re|ri|ro|sa|se|si|ta|te|ti|to|va|ve|vi';
export const coinedEndings =
  'ra|ria|ris|ron|ros|va|via|vio|vis|vo|xa|xis|xo|lia|lio|lis|lo|lum|na|nda|nex|nia|nix|no|nt|ntis|nto|ma|mo|mus|dea|dex|dia|dio|dra|ta|tar|tec|ten|tha|tia|tis|to|tra|tria|trix|za|zo|zen|ka|kin|ko|beam|bit|cast|craft|dyn|fex|fold|gen|grid|hive|loop|mesh|node|path|pex|pulse|quo|sense|stra|sys|works';

/** Words that begin and end compounds, and stand before a noun of the trade. */
export const openers =
  'Alder|Amber|Anchor|Apex|Arbor|Arrow|Ash|Aster|Atlas|Basalt|Beacon|Birch|Blue|Bold|Bramble|Bright|Brook|Calm|Canopy|Cedar|Chalk|Cinder|Clear|Clover|Cobalt|Compass|Copper|Coral|Crest|Cross|Dawn|Deep|Delta|Drift|Dune|Early|East|Echo|Ember|Evergreen|Falcon|Fern|Field|Finch|First|Flint|Forge|Fox|Garnet|Gentle|Glass|Gold|Grand|Granite|Green|Grove|Harbor|Harvest|Hazel|Helio|High|Honey|Indigo|Iron|Ivory|Jade|Juniper|Kestrel|Kite|Lake|Lantern|Lark|Laurel|Ledge|Light|Linden|Long|Loom|Lucid|Lunar|Maple|Marble|Marlin|Meadow|Mint|Moss|Near|Nimble|North|Oak|Ocean|Olive|Onyx|Open|Orbit|Orchard|Otter|Owl|Paper|Peak|Pebble|Pilot|Pine|Plain|Plum|Polar|Prism|Quarry|Quartz|Quick|Quiet|Rapid|Raven|Red|Reef|Ridge|River|Robin|Rook|Sable|Saffron|Sage|Salt|Sand|Scout|Sharp|Silver|Simple|Slate|Smart|Solid|South|Spark|Sparrow|Spruce|Steady|Stone|Summit|Swift|Teal|Tern|Thistle|Thorn|Tide|Timber|True|Tulip|Umber|Upper|Vale|Velvet|Vivid|West|White|Wild|Willow|Wind|Winter|Wren|Yarrow|Zephyr';
export const closers =
  'arc|base|bay|beam|bee|berry|bird|bit|block|board|bolt|book|box|bridge|brook|cast|circle|cloud|craft|crest|dash|deck|desk|dock|drop|edge|field|fin|flow|fold|forge|form|fox|frame|gate|grid|grove|guide|hatch|haus|haven|hive|hub|kit|lab|lane|layer|leaf|lens|level|lift|light|line|link|list|lock|loft|logic|loom|loop|mark|mason|mate|mesh|mill|mind|mint|nest|node|note|pad|path|peak|pilot|pixel|place|plan|point|port|post|pulse|quest|rail|reach|ridge|ring|rise|root|route|scale|scope|seed|set|shelf|shift|ship|side|sight|signal|smith|space|spark|spot|spring|stack|stage|stone|stream|studio|suite|sync|tap|thread|tide|trace|track|trail|tree|vault|view|wave|way|well|wheel|wing|wise|work|works|yard';
export const nouns =
  'Acorn|Almanac|Anvil|Archive|Atelier|Badger|Barrel|Bison|Bureau|Candle|Caravan|Castle|Circuit|Collective|Compass|Cottage|Dragonfly|Engine|Falcon|Feather|Ferry|Forum|Foundry|Fox|Garden|Gazelle|Guild|Hammer|Harbor|Hedgehog|Heron|House|Kettle|Kitchen|Ladder|Lantern|Lighthouse|Lynx|Magpie|Meridian|Mill|Monk|Motel|Museum|Orchard|Otter|Owl|Parade|Pavilion|Pelican|Pencil|Piano|Porch|Quarter|Rabbit|Rocket|Sailor|Shepherd|Signal|Sparrow|Spoon|Station|Tailor|Tiger|Tortoise|Union|Violet|Walrus|Window|Workshop|Yard|Zebra';
export const adjectives =
  'Able|Agile|Brave|Brisk|Candid|Civil|Curious|Daily|Distant|Eager|Electric|Fair|Fluent|Frank|Gentle|Golden|Happy|Honest|Humble|Hungry|Infinite|Kind|Little|Lively|Local|Lucky|Mellow|Merry|Modern|Noble|Novel|Patient|Plain|Polite|Proper|Proud|Quiet|Radiant|Ready|Second|Silent|Sincere|Sleepy|Sober|Spare|Steady|Sunny|Tall|Tender|Tidy|True|Upright|Urban|Vast|Vital|Warm|Wide|Wise|Young';

/** Words that stand behind any name. */
export const generalSurnames =
  'Labs|Technologies|Systems|Group|AI|Works|Studio|Software|Digital|Solutions|Networks|Ventures';

/** Words of a country's language that names lean on, by culture. */
export const localWords: Readonly<Record<string, string>> = {
  german:
    'Werk|Stern|Wald|Licht|Brücke|Fenster|Garten|Hafen|Klar|Kompass|Nord|Blick|Kraft|Morgen|Stein|Feld|Ufer|Wolke|Faden|Acker|Uhrwerk|Zettel|Schlau|Anker|Gipfel|Leuchtturm|Kleinod|Rückenwind',
  french:
    'Lumière|Jardin|Maison|Atelier|Étoile|Pont|Rivage|Clair|Demain|Fabrique|Cabane|Horizon|Plume|Verger|Marée|Tempo|Belle Rive|Boussole|Ruche|Papillon|Bonjour|Mirabelle|Petit Phare',
  spanish:
    'Casa|Luz|Río|Sol|Puente|Camino|Cielo|Faro|Norte|Sierra|Semilla|Ola|Nube|Mercado|Plaza|Vecino|Cosecha|Brújula|Colmena|Alba|Listo|Tienda|Ruta|Raíz|Alameda',
  portuguese:
    'Casa|Ponte|Sol|Praia|Luz|Farol|Semente|Nuvem|Rumo|Vizinho|Colheita|Raiz|Maré|Jardim|Mercado|Caminho|Estrela|Onda|Feira|Abraço|Trilha|Varanda',
  italian:
    'Casa|Luce|Ponte|Bottega|Stella|Vela|Orto|Nuvola|Faro|Sentiero|Piazza|Onda|Officina|Seme|Campo|Strada|Alba|Filo|Cantina|Torre',
  dutch: 'Brug|Ster|Haven|Wolk|Veld|Huis|Licht|Dijk|Kompas|Molen|Tuin|Vlieg|Spoor|Werf|Anker|Fiets|Plein|Kracht|Noord',
  nordic: 'Fjord|Lys|Skog|Bro|Hav|Nord|Stjerne|Sol|Vind|Berg|Hygge|Lund|Strand|Fyr|Bølge|Skrin|Kompas|Bjørk|Elv|Fika',
  finnish: 'Valo|Metsä|Silta|Tähti|Kaari|Lumi|Koti|Pilvi|Kivi|Aalto|Polku|Sauna|Kuura|Halla',
  polish: 'Most|Zorza|Góra|Światło|Gwiazda|Rzeka|Polana|Dom|Jutro|Niebo|Wiosna|Kamień|Iskra|Lipa|Sokół',
  eastslavic: 'Zorya|Hora|Svitlo|Zirka|Rika|Dim|Nebo|Vesna|Iskra|Sokil|Most|Reka|Sever',
  czech: 'Most|Zora|Hora|Světlo|Hvězda|Louka|Dům|Jitro|Nebe|Kámen|Bystra|Jiskra|Lípa|Mlýn|Sokol',
  southslavic: 'Most|Zora|Gora|Svet|Zvezda|Reka|Dom|Oko|Jutro|Nebo|Kamen|Iskra|Lipa|Sokol',
  indian:
    'Aarogya|Bazaar|Deepam|Disha|Gram|Jyoti|Kisan|Lakshya|Mitra|Nadi|Pragati|Rasoi|Saathi|Setu|Surya|Udaan|Vidya|Yatra|Seva|Chaupal',
  japanese:
    'Hikari|Kumo|Hashi|Mirai|Sora|Tsuki|Kaze|Nami|Mori|Hoshi|Kokoro|Tane|Asahi|Michi|Sakana|Yume|Kizuna|Tsubame',
  korean: 'Haneul|Byeol|Namu|Baram|Dari|Sarang|Gaon|Nuri|Haru|Mirae|Dodam|Onda|Areum|Sol',
  chinese:
    'Tianhe|Yunlu|Xingchen|Qingfeng|Mingyue|Huayuan|Lanhai|Jinshan|Zhihui|Xinyun|Anxin|Baihe|Dongli|Fengling|Haitong|Lingxi',
  arabic: 'Noor|Sahra|Bahr|Qamar|Jisr|Manara|Waha|Souq|Rihla|Amal|Najm|Dukkan|Tareeq|Hikma|Zaytoun|Fanoos',
  turkish: 'Yıldız|Köprü|Deniz|Güneş|Fener|Bulut|Rota|Tohum|Pazar|Kanat|Işık|Nehir|Çınar',
  malay: 'Bintang|Jembatan|Langit|Laut|Cahaya|Pasar|Warung|Kampung|Bumi|Angin|Karya|Nusa|Sawah',
  eastafrican: 'Jua|Safari|Soko|Daraja|Nyota|Amani|Baraka|Imara|Kazi|Pamoja|Shamba',
  nigerian: 'Oja|Ile|Imole|Ore|Ekon|Ife|Agbara|Ododo',
  jewish: 'Or|Gesher|Kochav|Ilan|Migdal|Yam|Shaked|Tavor|Alon|Carmel|Negev|Dekel',
};

/** Company forms that a small share of names carries, by country. */
export const companyForms: Readonly<Record<string, string>> = {
  US: 'Inc.|LLC|Corp.',
  CA: 'Inc.',
  GB: 'Ltd|Limited',
  DE: 'GmbH',
  AT: 'GmbH',
  CH: 'AG|SA',
  FR: 'SAS',
  ES: 'SL',
  IT: 'Srl',
  NL: 'B.V.',
  SE: 'AB',
  FI: 'Oy',
  DK: 'ApS',
  NO: 'AS',
  PL: 'sp. z o.o.',
  IN: 'Pvt. Ltd.',
  SG: 'Pte. Ltd.',
  AU: 'Pty Ltd',
  JP: 'K.K.',
};

/** Names that belong to others and are never given, in lower case. */
export const takenNames =
  'stripe|notion|figma|snowflake|databricks|airtable|asana|slack|zoom|dropbox|canva|klarna|revolut|monzo|spotify|uber|lyft|airbnb|doordash|instacart|robinhood|plaid|brex|ramp|gusto|rippling|deel|miro|linear|vercel|netlify|datadog|splunk|okta|twilio|segment|amplitude|mixpanel|intercom|zendesk|hubspot|shopify|etsy|ebay|amazon|google|apple|meta|facebook|tesla|spacex|openai|anthropic|nvidia|intel|oracle|sap|salesforce|adobe|netflix|palantir|coinbase|binance|kraken|wise|adyen|checkout|marqeta|affirm|afterpay|nubank|rappi|grab|gojek|flipkart|ola|paytm|byju|zomato|swiggy|meesho|razorpay|cred|northvolt|celonis|personio|contentful|n26|wefox|gorillas|flink|getir|glovo|cabify|wallapop|blablacar|doctolib|qonto|alan|ledger|mistral|aleph alpha|helsing|graphcore|darktrace|deliveroo|bolt|pipedrive|wolt|supercell|truecaller|voi|tier|bird|lime|peloton|oura|whoop|strava|calm|headspace|duolingo|coursera|udemy|chegg|quizlet|github|gitlab|docker|confluent|elastic|mongodb|redis|cockroach|timescale|supabase|planetscale|replit|sourcegraph|cloudflare|fastly|box|docusign|carta|angelist|flexport|convoy|faire|goat|stockx|discord|twitch|roblox|unity|epic|valve|niantic|openspace|procore|opendoor|zillow|redfin|compass|wework|lemonade|root|oscar|clover|hims|ro|tempus|grail|illumina|moderna|ginkgo|zymergen|impossible|beyond|oatly|chime|sofi|betterment|wealthfront|acorns|digit|stash|toast|square|block|cash|venmo|paypal|visa|mastercard|lighthouse|northstar|blueprint|copper|solid|amber|tide|starling|slate|ember|kite|quip|loom|front|sketch|invision|marvel|framer|webflow|wix|squarespace|wordpress|medium|substack|patreon|reddit|pinterest|snap|tinder|bumble|hinge|tripadvisor|expedia|booking|kayak|trivago|skyscanner|grubhub|postmates|sunrun|sunpower|enphase|rivian|lucid|polestar|waymo|cruise|zoox|aurora|nuro|embark|redwood|sila|form energy|helion|commonwealth|ionq|rigetti|atlas|orbit|beacon|canopy';
