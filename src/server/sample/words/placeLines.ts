/**
 * Countries, one a line: ISO2; weight; domain ending; cultures with weights, the first being the country's own; cities
 * with weights. The weights are a blend of the measured files that suits an investor's database.
 */
export const placeLines = `
US;47.4;-;anglo:56,indian:11,chinese:8,spanish:7,jewish:5,korean:3,german:3,italian:2,eastslavic:2,arabic:1,vietnamese:1,nigerian:1;San Francisco:120,New York:95,Los Angeles:34,Austin:28,Boston:28,Seattle:25,Chicago:22,Palo Alto:18,Cambridge:18,San Diego:18,Denver:13,Miami:13,Atlanta:13,Mountain View:12,San Jose:11,Boulder:10,Washington:10,Philadelphia:10,Sunnyvale:9,San Mateo:9,Oakland:8,Berkeley:8,Dallas:8,Portland:8,Houston:7,Salt Lake City:7,Brooklyn:9,Raleigh:6,Minneapolis:6,Pittsburgh:6,Nashville:6,Santa Monica:6,Redwood City:6,Durham:5,Phoenix:5,Santa Clara:5,Baltimore:4,Detroit:4,Charlotte:4,Irvine:4,Menlo Park:4,Columbus:4,Tampa:4,St. Louis:3,Cincinnati:3,Indianapolis:3,Kansas City:3,Madison:3,Providence:2,Boise:2,New Haven:2,Ann Arbor:3,Reno:1,Las Vegas:2,Orlando:2,Sacramento:2,Santa Barbara:2,Lehi:2,Scottsdale:2,Burlington:1,Omaha:1,Richmond:1,Stamford:1,Princeton:1,Hoboken:1,Bend:1,Tucson:1,Cleveland:1,Milwaukee:1
CA;3;ca;anglo:50,french:16,indian:14,chinese:12,eastslavic:4,arabic:4;Toronto:40,Vancouver:22,Montreal:20,Calgary:7,Ottawa:6,Waterloo:6,Edmonton:3,Victoria:2,Quebec City:2,Halifax:2,Kitchener:2,Winnipeg:1
GB;6.5;co.uk;anglo:64,indian:12,pakistani:4,nigerian:4,chinese:4,italian:3,french:3,polish:3,greek:2,german:2;London:60,Manchester:7,Cambridge:7,Edinburgh:6,Bristol:6,Oxford:5,Leeds:3,Birmingham:3,Glasgow:3,Brighton:2,Belfast:2,Cardiff:2,Newcastle upon Tyne:2,Sheffield:2,Nottingham:1,Liverpool:1,Reading:1,Bath:1
DE;3.9;de;german:80,turkish:7,polish:5,indian:3,italian:2,arabic:2;Berlin:45,Munich:24,Hamburg:11,Cologne:7,Frankfurt am Main:5,Stuttgart:4,Karlsruhe:3,Düsseldorf:3,Dresden:2,Leipzig:3,Aachen:2,Heidelberg:1,Darmstadt:1,Potsdam:1,Hanover:1
FR;3.4;fr;french:86,arabic:6,italian:2,spanish:2,vietnamese:1,ghanaian:2;Paris:60,Lyon:8,Toulouse:5,Nantes:5,Bordeaux:5,Lille:4,Grenoble:4,Marseille:3,Montpellier:3,Rennes:3,Strasbourg:2,Nice:2,Sophia Antipolis:2
ES;2.1;es;spanish:92,italian:2,french:2,german:2;Barcelona:40,Madrid:38,Valencia:9,Bilbao:4,Málaga:4,Seville:3,Zaragoza:2,San Sebastián:2
IT;1.7;it;italian:96,eastslavic:2,german:2;Milan:45,Rome:16,Turin:11,Bologna:8,Florence:4,Trento:4,Padua:3,Naples:4,Pisa:2,Genoa:2,Bari:2
NL;1.6;nl;dutch:84,turkish:4,arabic:4,indian:3,german:3;Amsterdam:48,Rotterdam:12,Utrecht:10,Eindhoven:9,Delft:8,The Hague:6,Groningen:3,Nijmegen:2,Enschede:2,Leiden:3
SE;1.3;se;nordic:88,polish:3,arabic:5,indian:2;Stockholm:58,Gothenburg:16,Malmö:10,Lund:6,Uppsala:5,Linköping:3,Umeå:2
CH;1.1;ch;german:54,french:24,italian:10,southslavic:5;Zurich:42,Lausanne:16,Geneva:13,Zug:9,Basel:9,Bern:5,Lugano:3,St. Gallen:2
IE;0.7;ie;anglo:88,polish:5,indian:4;Dublin:70,Cork:12,Galway:9,Limerick:5
FI;0.7;fi;finnish:90,nordic:6,eastslavic:3;Helsinki:60,Espoo:15,Tampere:10,Oulu:8,Turku:6
DK;0.7;dk;nordic:92,arabic:3,german:2;Copenhagen:70,Aarhus:14,Odense:8,Aalborg:4
NO;0.5;no;nordic:93,polish:3;Oslo:62,Trondheim:14,Bergen:10,Stavanger:8
PL;0.8;pl;polish:100;Warsaw:40,Kraków:20,Wrocław:14,Gdańsk:9,Poznań:8,Katowice:3
PT;0.5;pt;portuguese:94,spanish:2,anglo:2;Lisbon:60,Porto:24,Braga:7,Coimbra:5,Aveiro:3
BE;0.6;be;dutch:50,french:40,arabic:4;Brussels:40,Ghent:20,Antwerp:18,Leuven:12,Liège:4
AT;0.5;at;german:90,southslavic:6;Vienna:65,Graz:14,Linz:10,Innsbruck:5,Salzburg:4
EE;0.3;ee;baltic:85,eastslavic:12;Tallinn:78,Tartu:20
LT;0.16;lt;baltic:95;Vilnius:65,Kaunas:28
LV;0.1;lv;baltic:90,eastslavic:10;Riga:90
RU;0.35;ru;eastslavic:100;Moscow:65,Saint Petersburg:22,Novosibirsk:6,Kazan:5
UA;0.35;ua;eastslavic:100;Kyiv:62,Lviv:18,Kharkiv:10,Odesa:6,Dnipro:4
CZ;0.3;cz;czech:100;Prague:68,Brno:24
RO;0.27;ro;romanian:100;Bucharest:55,Cluj-Napoca:26,Iași:8,Timișoara:8
GR;0.22;gr;greek:100;Athens:72,Thessaloniki:18,Patras:6
HU;0.2;hu;hungarian:100;Budapest:85,Debrecen:6,Szeged:5
BG;0.17;bg;southslavic:100;Sofia:80,Plovdiv:10,Varna:8
RS;0.1;rs;southslavic:100;Belgrade:72,Novi Sad:22
HR;0.1;hr;southslavic:100;Zagreb:70,Split:14
SI;0.07;si;southslavic:100;Ljubljana:75,Maribor:15
SK;0.07;sk;czech:100;Bratislava:75,Košice:15
LU;0.09;lu;french:60,german:30,portuguese:10;Luxembourg:90,Esch-sur-Alzette:8
CY;0.08;com.cy;greek:80,eastslavic:20;Limassol:50,Nicosia:42
IS;0.06;is;nordic:100;Reykjavik:90
MT;0.05;com.mt;italian:60,anglo:40;Valletta:40,Sliema:30
IN;5.2;in;indian:100;Bengaluru:40,Mumbai:18,Gurugram:14,New Delhi:12,Hyderabad:9,Pune:9,Chennai:8,Noida:5,Ahmedabad:3,Kolkata:2,Jaipur:2,Kochi:2,Indore:1,Chandigarh:1
IL;1.6;co.il;jewish:92,eastslavic:4,arabic:4;Tel Aviv:66,Herzliya:12,Jerusalem:7,Haifa:7,Ramat Gan:4,Rehovot:2,Beersheba:1
AU;1.7;com.au;anglo:72,chinese:8,indian:8,greek:3,italian:3,vietnamese:2;Sydney:45,Melbourne:33,Brisbane:10,Perth:6,Adelaide:4,Canberra:2
SG;1.3;sg;chinese:62,indian:18,malay:8,anglo:8,french:2;Singapore:100
CN;1.5;cn;chinese:100;Beijing:34,Shanghai:28,Shenzhen:20,Hangzhou:10,Guangzhou:5,Chengdu:3,Suzhou:2
JP;1.2;jp;japanese:97,anglo:2;Tokyo:76,Osaka:8,Kyoto:5,Fukuoka:6,Nagoya:3
KR;1.3;co.kr;korean:100;Seoul:72,Seongnam:14,Daejeon:6,Busan:4
HK;0.5;hk;chinese:80,anglo:14;Hong Kong:100
TW;0.25;tw;chinese:100;Taipei:74,Hsinchu:15,Taichung:5
ID;0.7;id;malay:96,chinese:4;Jakarta:70,Bandung:12,Yogyakarta:7,Surabaya:6,Denpasar:4
AE;0.5;ae;arabic:55,indian:26,anglo:10,eastslavic:4;Dubai:76,Abu Dhabi:18,Sharjah:3
TR;0.4;com.tr;turkish:100;Istanbul:70,Ankara:16,Izmir:9
VN;0.35;vn;vietnamese:98;Ho Chi Minh City:60,Hanoi:32,Da Nang:6
MY;0.35;my;malay:52,chinese:32,indian:12;Kuala Lumpur:62,Petaling Jaya:15,Penang:12,Cyberjaya:6
PH;0.3;ph;filipino:100;Manila:30,Makati:34,Taguig:16,Cebu City:12,Quezon City:7
TH;0.3;co.th;thai:96;Bangkok:90,Chiang Mai:7
PK;0.3;pk;pakistani:100;Karachi:42,Lahore:36,Islamabad:18
NZ;0.3;co.nz;anglo:86,chinese:5,indian:5;Auckland:58,Wellington:22,Christchurch:13,Dunedin:3
BD;0.14;com.bd;bengali:100;Dhaka:92,Chattogram:5
SA;0.22;sa;arabic:100;Riyadh:66,Jeddah:20,Dhahran:5
JO;0.06;jo;arabic:100;Amman:100
LK;0.06;lk;bengali:30,indian:70;Colombo:95
KZ;0.06;kz;eastslavic:60,turkish:40;Almaty:75,Astana:22
AM;0.05;am;armenian:100;Yerevan:100
GE;0.04;ge;armenian:40,eastslavic:60;Tbilisi:100
BR;2.1;com.br;portuguese:96,italian:3,japanese:1;São Paulo:58,Rio de Janeiro:11,Belo Horizonte:8,Florianópolis:8,Curitiba:6,Porto Alegre:5,Recife:4,Campinas:3,Brasília:2
MX;1.05;mx;spanish:100;Mexico City:66,Monterrey:15,Guadalajara:13,Querétaro:4,Puebla:2
AR;0.55;com.ar;spanish:76,italian:18,jewish:3;Buenos Aires:80,Córdoba:10,Rosario:5,Mendoza:4
CO;0.55;co;spanish:100;Bogotá:64,Medellín:26,Cali:5,Barranquilla:4
CL;0.45;cl;spanish:96,german:3;Santiago:88,Concepción:5,Valparaíso:4
PE;0.15;pe;spanish:100;Lima:92,Arequipa:4
UY;0.1;uy;spanish:88,italian:12;Montevideo:92
EC;0.05;ec;spanish:100;Quito:55,Guayaquil:40
CR;0.05;cr;spanish:100;San José:95
PA;0.05;pa;spanish:100;Panama City:100
NG;0.45;ng;nigerian:100;Lagos:78,Abuja:12,Ibadan:4
ZA;0.4;co.za;anglo:40,southafrican:40,dutch:20;Cape Town:50,Johannesburg:32,Stellenbosch:7,Pretoria:6,Durban:4
KE;0.3;co.ke;eastafrican:88,indian:8;Nairobi:92,Mombasa:4
EG;0.25;com.eg;arabic:100;Cairo:82,Giza:8,Alexandria:7
GH;0.08;com.gh;ghanaian:100;Accra:88,Kumasi:8
MA;0.06;ma;arabic:100;Casablanca:65,Rabat:22
TN;0.05;tn;arabic:100;Tunis:90
RW;0.03;rw;eastafrican:100;Kigali:100
UG;0.03;co.ug;eastafrican:100;Kampala:100
-;1.5;-;anglo:50,indian:15,german:10,spanish:10,chinese:8,french:7;
`;
