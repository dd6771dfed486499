/** Education, travel, fitness, fashion, family, home, community. Format: README.md. */
export const consumerFamilies = `
@edtech 2.8
K edtech
M lessons written by practising teachers|an item bank of ninety thousand graded tasks|speech recognition that forgives accents|a licence to issue state-recognised certificates|learning paths recomputed every night|tutors trained for forty hours before their first lesson
S schools buy in a window of six weeks a year|parents pay and children decide|ministries test for years and then decide for all at once
W public money for school software could run out|free material could be good enough|a data protection ruling could exclude it from classrooms
R seat subscription freemium commission
N Learn|Edu|Class|Tutor|Study|School|Lesson|Skill|Campus|Scholar|Chalk|Bright
Z Learning|Education|Academy|School|Tutors
= school
R seat
P reading trainer for primary schools|maths practice platform|timetable planner for schools
D listens to a child reading and marks the words that need practice|finds the gap three years back that makes today's task hard|solves a timetable for ninety teachers in an hour|gives teachers a weekly picture of the class
C primary schools|secondary schools|school boards|education ministries
Q a quarter of ten-year-olds cannot read well enough to learn from text|a class of twenty-eight has twenty-eight different gaps|the timetable costs a deputy head his summer
O brings readers forward by {5-9} months in one school year|closes {60-80} % of the gaps it finds within {8-14} weeks|saves {60-140} hours of planning a year
H understanding children who read haltingly in a loud room|diagnosing a misunderstanding from a wrong answer
I EdTech|Primary Education|E-Learning|Education|Secondary Education
= language
R subscription
P conversation app for language learners|nursing language course|live tutoring marketplace
D holds spoken conversations at the learner's level|prepares foreign nurses for the ward and the exam|finds a tutor for the next hour|corrects what matters and lets the rest pass
C adult learners|hospitals hiring abroad|pupils before exams|companies with international staff
Q learners know a thousand words and say nothing|nurses wait nine months for recognition because of grammar|a good tutor is booked until spring
O gives learners {12-30} times as much speaking time as a class|brings {78-91} % through the exam at the first attempt|finds a tutor within {8-40} minutes
H talking naturally while staying at the learner's level|judging speech as fairly as an examiner
I Language Learning|EdTech|E-Learning|Mobile Apps|Tutoring
= careers
R outcome commission
P coding school with deferred fees|apprenticeship platform|micro-credential service for universities
D trains career changers and is paid once they work|matches school leavers with workshops after a trial week|turns a university's modules into courses for people at work|keeps in touch for the first six months on the job
C career changers|craft businesses|universities|employment agencies
Q people who want to retrain cannot pay for a year without income|every third apprenticeship is broken off|universities teach nobody over thirty
O places {72-88} % of graduates within {3-6} months|cuts broken-off apprenticeships to {9-16} %|fills {60-85} % of seats with people at work
H predicting who will finish|keeping promises through a weak labour market
I Vocational Education|EdTech|Higher Education|Skill Assessment|Career Planning
@travel 1.6
K travel tech
M direct contracts with nine hundred small hotels|rail data from twenty-six countries|an allotment that can be returned|local guides paid by the day|prices checked every four minutes|a licence as tour operator
S travellers compare fourteen tabs before they book|large portals own the first page of results|hoteliers are asked to join something every week
W a crisis could stop bookings for a season|a portal could change its commission|airlines could close their fares to resellers
R commission subscription seat
N Trip|Travel|Journey|Stay|Roam|Guest|Voyage|Wander|Trail|Hotel|Passport|Nomad
Z Travel|Trips|Stays|Hospitality|Journeys
= trips
R commission
P night train booking site|group trip planner|walking holiday operator
D books a train journey across four countries as one ticket|collects votes and money before anybody books|carries the luggage from inn to inn|rebooks within minutes when something is cancelled
C travellers who do not fly|groups of friends|walkers over fifty|sports clubs
Q a train across three borders means three websites and no guarantee|one friend plans, pays and chases the money|good walking routes are a day's bus ride apart
O books a journey in {3-7} minutes|settles {88-97} % of group costs before departure|is rebooked by {31-48} % of guests within {12-18} months
H selling one ticket for carriers that do not talk to each other|rebooking faster than the queue at the counter
I Travel|Tourism|Travel Agency|E-Commerce|Adventure Travel
= hotels
R seat usage
P revenue system for small hotels|digital reception|staff housing platform for resorts
D sets tomorrow's price from tonight's demand|checks guests in by phone and opens the door|finds rooms for seasonal staff|joins the booking channels in one calendar
C family-run hotels|holiday flat owners|ski resorts|hostel chains
Q small hotels charge the same on a quiet Tuesday as on a trade fair day|somebody sits at the desk until midnight for two late arrivals|resorts cannot hire because nobody finds a room
O raises revenue per room by {9-19} %|replaces {4-9} hours of desk time a day|housed {120-900} workers last season
H forecasting for a house with eighteen rooms|working with locks, tills and calendars of any make
I Hospitality|Hotel|SaaS|Travel Accommodations|Property Management
= business-travel
R seat usage
P travel tool for small companies|carbon budget service for travel|visa service
D books within the rules and files the expense on the way|gives each team a budget in tonnes|prepares a visa from a photo of the passport|keeps track of who is where when something happens
C companies of fifty to five hundred people|universities|crew managers in shipping|auditing firms
Q employees book privately and hand in crumpled receipts|travel emissions are added up a year too late|a missing stamp stops a crew of nineteen
O lowers travel cost by {11-22} %|cuts travel emissions by {18-37} %|obtains {96-99} % of visas at the first attempt
H knowing the entry rules of two hundred countries today|offering the fares that companies see elsewhere
I Business Travel|Travel|SaaS|Compliance|Enterprise Software
@fitness 1.5
K sports tech
M motion models trained on physiotherapists|a network of eleven hundred studios|sensors sewn into seams|plans reviewed by sports doctors|live classes recorded nowhere|wholesale prices for members
S motivation is bought in January and gone in March|studios change software once in a decade|insurers want years of proof
W a large watch maker could add it for free|studios could close in a weak year|trends in sport move on
R subscription hardware commission
N Fit|Move|Sport|Run|Stride|Active|Athlete|Coach|Sprint|Pulse|Game|Arena
Z Fitness|Sports|Coaching|Athletics|Performance
= coaching
R subscription
P running coach in the ear|strength programme for people over sixty|recovery planner for amateur teams
D corrects the stride while the runner runs|builds strength with a chair and two bottles|tells the trainer who should rest today|adapts next week to how this one felt
C recreational runners|health insurers|amateur football clubs|physiotherapists
Q every second runner is injured within a year|people lose a third of their strength after sixty|amateur trainers see an injury when it has happened
O reduced injuries by {27-46} %|keeps {58-73} % of users training after {9-12} months|improves sit-to-stand tests by {20-35} %
H seeing a movement with one phone on the floor|motivating people on the days they do not want to
I Fitness|Sports|Mobile Apps|Personal Health|Wellness
= clubs
R seat commission
P club management app|court booking network|streaming system for amateur leagues
D collects fees, plans teams and answers parents|opens a tennis court by phone and lights it|films a match without a cameraman|finds a substitute player by six o'clock
C sports clubs|municipal sports halls|regional leagues|climbing gyms
Q a treasurer spends his Sundays on unpaid fees|courts stand empty while players find no slot|nobody films the matches parents would pay to see
O brings unpaid fees to under {1-3} %|raises occupancy from {38-50} % to {64-81} %|broadcasts {300-2400} matches a month
H serving volunteers who change every year|following a ball with cheap cameras
I Sports|Recreation|SaaS|Video Streaming|Communities
= gear
R d2c
P modular road bike|rental service for ski equipment|smart swimming goggles
D builds a bicycle to the rider's measures in a week|delivers fitted skis to the hotel|shows pace and heart rate inside the lens|takes equipment back and refits it for the next owner
C cyclists|skiers|swimmers|triathletes
Q bicycles are made for four body shapes|skiers queue on the first holiday morning|swimmers train blind
O delivers in {6-12} days|cuts the cost per season by {35-55} %|is worn in {3-5} sessions a week
H making single pieces at the price of a series|building electronics that survive chlorine and cold
I Sporting Goods|Cycling|Consumer Goods|Skiing|E-Commerce
@fashion 1.3
K fashion tech
M patterns cut by laser to order|fabrics spun from old textiles|a body model from two photos|repair shops in four cities|prices set by auction each night|a dye process without water
S taste cannot be forecast and stock must be ordered|brands ask for exclusivity by season|margins go to those who own the customer
W a large label could copy the line|cotton prices could rise|fashion could simply turn
R d2c commission usage
N Thread|Wear|Style|Stitch|Loom|Mode|Closet|Fabric|Button|Cotton|Seam|Velour
Z Apparel|Studio|Fashion|Clothing|Wear
= made-to-order
R d2c
P made-to-order clothing label|virtual fitting room|pattern making tool
D sews a shirt after it is sold|shows a garment on the shopper's own body|turns a sketch into graded patterns|asks three questions instead of taking twelve measures
C men between sizes|online fashion shops|small labels|uniform suppliers
Q a third of all clothes is never sold at full price|two of five online orders come back because of fit|a pattern maker costs more than a small label earns
O has no unsold stock and returns under {4-8} %|cuts returns by {21-38} %|makes a graded pattern in {20-90} minutes
H sewing single pieces fast|modelling how cloth falls on a real body
I Fashion|E-Commerce|Consumer Goods|Made to Order|Retail Technology
= resale
R commission
P resale service for brands|textile sorting machine|jewellery rental
D runs a second-hand shop inside a brand's own website|sorts old clothes by fibre in a second|lends pieces for a night with insurance|prices a used garment from a photo
C outdoor brands|textile recyclers|wedding guests|department stores
Q brands watch others earn on their used goods|mixed fibres cannot be recycled and are burned|jewellery is worn twice and insured for ever
O sells {68-84} % of taken-back items within {30-60} days|sorts {600-1200} kilograms an hour with {93-97} % purity|rents a piece {9-21} times a year
H grading wear and tear without an expert|recognising blends under dirt and dye
I Fashion|Recycling|Marketplace|Rental|Sustainability
@family 1.2
K family tech
M pedagogues in every product team|background checks renewed each year|content without advertising|parents' councils in three cities|subsidies handled for the family|a design that works with one hand
S parents buy for a phase that lasts a year|public providers decide by committee|word of mouth cannot be bought
W birth rates are falling|a single incident would be news|public childcare could become free
R subscription commission d2c
N Kid|Family|Nest|Baby|Little|Play|Story|Cradle|Tot|Parent|Cub|Button
Z Family|Kids|Parents|Play|Childcare
= childcare
R commission subscription
P childcare booking platform|nursery management app|after-school programme
D finds a checked carer for tonight|gives nursery staff their afternoon back from paperwork|picks children up from school and feeds them first|handles the allowance forms
C working parents|nurseries|city councils|employers
Q a sick child means a lost working day|nursery teachers write reports instead of playing|school ends at one and work at five
O finds a carer within {25-90} minutes|saves staff {4-7} hours a week|looks after {140-1900} children
H checking people thoroughly and quickly|being reliable at seven in the morning
I Child Care|Parenting|Marketplace|Family|Education
= play
R d2c
P audio story player|toy rental box|science kit for children
D plays stories by placing a figure|swaps toys every month and cleans them|leads through an experiment with things from the kitchen|needs no screen
C parents of children under eight|grandparents|libraries|primary schools
Q children ask for the phone because it is there|toys are played with for nine days|science is a chapter read aloud
O is used {35-70} minutes a day|keeps {55-74} % of families after a year|led {20-90} thousand experiments last year
H making it survive a three-year-old|keeping children curious the fifth time
I Toys|Children|Consumer Electronics|Edutainment|Parenting
= parents
R subscription
P sleep programme for babies|co-parenting calendar|school choice guide
D coaches parents through the nights for six weeks|keeps separated parents on one plan without a quarrel|compares schools by what parents ask and not by rank|answers at four in the morning
C new parents|separated families|families moving house|family courts
Q parents of newborns sleep four hours|separated parents argue in a chat their children read|families choose a school by rumour
O gives back {80-140} minutes of sleep a night|reduces disputes by {35-58} %|helped {9-60} thousand families choose
H advising tired people gently|staying neutral between two angry adults
I Parenting|Family|Mobile Apps|Wellness|Consumer Applications
@community 1.3
K social tech
M moderation by trained members|matching by values asked in twenty questions|events hosted by volunteers with a budget|identity checks that are not stored|a fund that pays local hosts|recommendations without tracking
S networks are worth nothing until they are full|people have had enough of apps|advertisers want more data than members allow
W app stores could change their fees|a larger network could copy the format|moderation could become too costly
R subscription advertising freemium
N Social|Friend|Circle|Meet|Tribe|Common|Gather|Club|Neighbor|Together|Match|Campfire
Z Social|Community|Clubs|App|Network
= neighbours
R subscription seat
P neighbourhood network|volunteer platform|tool library
D connects people within three streets|fills a volunteer's free hour with a task nearby|lends drills and ladders from lockers|reminds nobody and invites everybody
C housing associations|charities|city districts|tenants
Q neighbours share a wall and no names|charities lose volunteers to their own forms|a drill is used for thirteen minutes in its life
O brings {22-41} % of residents to a meeting within a year|fills {71-89} % of open tasks|lends each tool {40-95} times a year
H reaching enough people in one street at once|staying kind at scale
I Communities|Social Network|Social Entrepreneurship|Local|Mobile Apps
= dating
R subscription advertising
P dating app with one match a day|friendship app for people who moved|speed dating organiser
D proposes one person and a place to meet|introduces newcomers in groups of six|plans evenings by age, language and interest|closes chats that lead nowhere
C singles over thirty|people new in a city|widowed people|students abroad
Q people swipe for hours and meet nobody|a new city means a year of lonely weekends|dating over fifty means apps made for twenty
O leads to a meeting in {38-57} % of matches|keeps groups together in {44-63} % of cases|has {12-140} thousand active members
H balancing a market of hopes|keeping people safe before they meet
I Dating|Social Network|Mobile Apps|Consumer Applications|Lifestyle
= hobby
R commission advertising
P platform for book clubs|app for birdwatchers|marketplace for model builders
D finds a reading group and orders the book|names a bird from six seconds of song|trades kits and parts among collectors|keeps a diary members like to show
C book lovers|birdwatchers|collectors|public libraries
Q reading groups form by chance and dissolve by calendar|beginners hear forty birds and know two|rare parts are found on fairs twice a year
O formed {300-2600} groups|names {91-97} % of common species|moves {4-30} thousand parts a month
H recognising one voice in a dawn chorus|earning money without spoiling a hobby
I Communities|Collectibles|Consumer Applications|Social Network|Leisure
@home 1.3
K home services
M craftsmen employed at fixed hours|prices calculated from photos|a warehouse of spare parts|heat pump data from eight thousand homes|a warranty of ten years|training in its own workshop
S households renovate twice in a lifetime|craftsmen are booked for months|subsidy rules change with the minister
W subsidies could end|interest rates could stop renovations|good craftsmen could set up on their own
R commission service subscription hardware
N Home|House|Hearth|Room|Repair|Clean|Garden|Craft|Tile|Attic|Porch|Wall
Z Home|Homes|Services|Living|Repair
= renovation
R service
P heat pump installer|renovation planner|bathroom renovation service
D plans, sells and installs a heat pump in six weeks|turns a floor plan into a costed renovation|rebuilds a bathroom in seven days at a fixed price|files the subsidy forms
C house owners|owners' communities|landlords of older flats|housing cooperatives
Q three offers for a heat pump take five months|renovations cost half more than agreed|a new bathroom means five weeks of dust
O installs within {4-8} weeks of the order|ends within {2-6} % of the quoted price|cuts heating bills by {34-58} %
H sizing a system without measuring every wall|employing craftsmen through the quiet months
I Home Renovation|Home Improvement|Clean Energy|Construction|Home Services
= services
R service commission
P cleaning service with employed staff|appliance repair network|moving company with fixed prices
D sends the same cleaner every week|repairs a washing machine on the first visit|quotes a move from a video|pays for what it breaks
C households with two jobs|landlords|appliance makers|relocating employees
Q household help is paid in cash and gone in spring|every second appliance is thrown away over one part|moving quotes are guesses
O keeps {76-92} % of staff for a year|repairs {79-90} % at the first visit|quotes within {3-8} % of the final cost
H planning people and parts across a city|earning money at honest wages
I Home Services|Housekeeping Service|Consumer Applications|Marketplace|Local Business
= smart-home
R hardware
P retrofit smart lock|garden watering system|indoor air monitor
D opens an old door without changing the lock|waters by forecast and root depth|tells which room needs air and when|works without an account
C tenants|gardeners|schools|care services
Q care services carry two hundred keys|gardens are watered before the rain|classrooms reach four times the healthy level of carbon dioxide
O saves {20-45} minutes of driving a day|uses {31-52} % less water|brings air back below the limit in {90-97} % of lessons
H running two years on one battery|fitting doors nobody has measured
I Smart Home|Internet of Things|Consumer Electronics|Home and Garden|Sensor
`;
