/** Work, law, sales, marketing, people, offices, public administration. Format: README.md. */
export const workFamilies = `
@hr 2.6
K HR tech
M a skills map built from finished projects|structured interviews scored by two people|a rules engine covering thirty labour laws|an anonymous panel of salaries|scheduling solved as one optimisation problem|messages timed to the shift plan
S personnel departments buy once a year and by tender|works councils have to agree and ask good questions|the market is crowded and products look alike
W a recession would freeze hiring budgets|payroll providers could copy the core function|rules on automated decisions could tighten
R seat usage outcome
N Hire|Talent|Team|People|Crew|Staff|Work|Shift|Career|Perk|Roster|Skill
Z HR|People|Talent|Work|Careers
= recruiting
P hiring platform for hourly work|interview scheduling tool|recruiting marketplace for engineers
D fills a shift within an hour from a pool of vetted people|books interviews across calendars and time zones|shows candidates the salary before the first talk|checks references by message instead of by phone
C hotel groups|logistics companies|fast-growing software companies|care homes
Q hourly workers apply on paper and hear nothing|hiring managers and recruiters want different people|positions stay open for months while good applicants wait for a reply
O lowers cost per hire by {30-55} %|raises show-up rates for interviews to {82-94} %|fills a position in {9-16} days instead of {38-60}
H predicting who will still be there after six months|building supply and demand in one city at a time
I Recruiting|Human Resources|Employment|Staffing Agency|SaaS
= payroll
P payroll service for distributed teams|expense and wage card|employer of record platform
D pays people in sixty countries with one approval|lets workers draw part of their wage early|keeps contracts and filings in line with local law|corrects last month's mistake before the payslip goes out
C software companies hiring abroad|restaurant groups|non-profit organisations|contract manufacturers
Q payslips are wrong and nobody can say why|workers borrow at high interest a week before payday|hiring one person abroad means founding a company there
O brings payroll errors from {4-7} % to {0.2-0.6} %|reduces staff turnover by {12-25} %|employs the first person in a new country within {3-9} days
H encoding labour law that changes every January|moving salaries on time through banks that close early
I Human Resources|FinTech|Compliance|Employee Benefits|Payments
= learning
P training platform for frontline staff|coaching service|skills assessment tool
D teaches a procedure in three-minute lessons on the phone|pairs managers with coaches for six sessions|tests skills with a piece of the real work|translates training into the language of each team
C retail chains|care providers|aircraft maintenance companies|banks
Q training is a day in a classroom that is forgotten in a week|new managers are promoted and then left alone|certificates say who attended, not who can do it
O raises completed training from {35-50} % to {86-96} %|shortens onboarding by {30-55} %|cuts accidents in the first month by {18-40} %
H measuring skill and not memory|making lessons good enough to be used in a break
I Corporate Training|E-Learning|Skill Assessment|Human Resources|Personal Development
= wellbeing
P employee benefits platform|mental health programme for companies|sabbatical planner
D lets staff choose their own mix of benefits|gives every employee a counsellor within two days|returns people to work step by step after a long illness|shows the company anonymous trends and never a person
C employers with more than two hundred people|police forces|hospitals|consultancies
Q benefits are paid for and not used|waiting lists for therapy are five months long|burnout is noticed when the sick note arrives
O reaches {22-41} % of staff in the first year|brings the first appointment within {24-48} hours|lowers sick days by {9-19} %
H staying confidential while proving an effect|recruiting enough licensed counsellors outside the capitals
I Employee Benefits|Wellness|Human Resources|Psychology|mHealth
@legal 1.4
K legal tech
M a clause library reviewed by practising lawyers|court statistics going back fifteen years|signatures recognised in forty countries|a workflow copied from good law firms|retrieval over statutes and commentaries|fixed prices for each step
S lawyers bill by the hour and are paid for what this saves|partners decide by consensus and once a year|professional rules differ from one country to the next
W bar associations could restrict the offer|document companies could bundle the function|a wrong answer would become a liability case
R seat usage service
N Lex|Legal|Clause|Counsel|Docket|Jury|Brief|Juris|Accord|Notary|Codex|Claim
Z Legal|Law|Counsel|Compliance|Labs
= contracts
R seat usage
P contract management system|negotiation assistant|e-signature service
D reminds owners before a contract renews itself|shows where a counterpart deviates from the agreed position|collects signatures from people who have no account|drafts a contract from a short questionnaire
C in-house legal teams|procurement departments|property companies|sales teams
Q contracts are kept in mailboxes and found when they expire|sales waits nine days for a legal review of a standard text|signatures are collected on paper and by courier
O found {3-9} % of spend in forgotten renewals|lets two lawyers handle {300-700} contracts a month|cuts time to signature from {18-30} days to {4-8}
H comparing wordings that differ in form and agree in substance|storing obligations so that machines can act on them
I Legal Tech|E-Signature|Document Management|Legal|SaaS
= claims
R outcome commission
P online legal clinic|class claim platform|small claims service
D takes a tenant from a photo of the letter to a filed objection|pools thousands of equal claims into one case|recovers deposits, fines and late payments for a share of the result|tells within a minute whether a claim is worth it
C tenants|air passengers|small suppliers|consumers with faulty cars
Q letters from authorities are understood by no one|a single consumer has no weight against a large company|people give up small claims because a lawyer costs more
O wins {71-89} % of the cases it takes|settles a claim in {5-11} weeks|recovered {2-14} million euros for its clients last year
H predicting the outcome from a photo and three questions|winning in courts that accept only paper
I Legal|Consumer Applications|Legal Tech|InsurTech|CivicTech
= compliance
P compliance automation platform|regulatory watch service|whistleblower channel
D collects evidence for an audit while people do their normal work|translates a new rule into tasks for each department|gives anonymous reporters a way to answer questions|checks business partners against ownership records
C software vendors before certification|chemical companies|regional banks|importers
Q audits are prepared in spreadsheets at night|rules change weekly and are read yearly|people who see wrongdoing stay silent
O prepares a certification in {5-9} weeks instead of {6-10} months|covers {12-30} standards with one set of evidence|cuts the cost of audits by {35-60} %
H mapping one control to dozens of overlapping standards|reading rules in the languages they are published in
I Compliance|Risk Management|SaaS|Legal Tech|Information Technology
@sales 2.8
K sales tech
M signals from public tenders, job posts and filings|call transcripts scored against won deals|a clean-room match with the customer's own records|calendars and mailboxes read with consent|a price model per segment|sequences that stop at the first reply
S sales leaders are courted by a dozen similar tools|the result depends on how good the customer's data is|budgets are cut at the first missed quarter
W mailbox providers could block outreach tools|customer relationship platforms could copy it|privacy rules could remove a data source
R seat usage outcome
N Sales|Deal|Lead|Pipe|Quota|Pitch|Reach|Close|Prospect|Revenue|Funnel|Win
Z Sales|Growth|CRM|Revenue|Labs
= crm
P customer relationship system for trades|deal room|sales forecast tool
D fills itself from mails and calls so that nobody types notes|shows a buyer everything about the deal on one page|tells on Monday which deals will slip on Friday|plans routes for representatives on the road
C building suppliers|medical device sellers|software vendors|wholesalers
Q salespeople hate the system and fill it in on the last day|buying committees of nine people read nine different attachments|forecasts are wishes in a spreadsheet
O gives each representative {5-8} hours a week back|wins {12-24} % more of the deals in the pipe|brings forecasts within {5-9} % of the result
H reading intent out of calls without annoying either side|being right about a deal when people are polite
I CRM|Sales Automation|Sales|SaaS|Contact Management
= leads
P prospecting engine|buying signal tracker|partner finder
D writes a first message that refers to something true|finds companies that have just outgrown their current supplier|tells which website visitors match a customer's best accounts|keeps contact data correct after people change jobs
C industrial suppliers|recruitment firms|logistics providers|software companies
Q lists are bought, stale and shared with every competitor|half of a salesperson's week is looking up addresses|messages sent to everyone are answered by no one
O raises reply rates from {1-2} % to {6-12} %|adds {15-40} qualified meetings a month|keeps {93-97} % of contacts correct
H recognising a need before the company has advertised it|joining records that share nothing but a name
I Lead Generation|Sales Automation|Marketing|Lead Management|Sales
= quoting
P quoting system for manufacturers|configurator for complex products|price optimisation tool
D prices a drawing in minutes from material, machine time and risk|checks that a configured machine can really be built|proposes a discount that still wins|turns a customer's request in any format into an offer
C contract machine shops|window makers|electrical wholesalers|machine builders
Q offers take nine days and the fastest bidder wins|configuration rules live in the head of one engineer|discounts are given by habit
O answers requests in {2-5} hours instead of {6-10} days|raises margins by {2-6} points|lets one estimator handle {3-5} times as many requests
H reading tolerances from scanned drawings|learning prices from few and noisy outcomes
I Sales Automation|Manufacturing|Enterprise Software|Lead Management|SaaS
= loyalty
P loyalty programme for independent shops|subscription retention tool|referral platform
D turns any payment card into a loyalty card|offers a pause before a subscriber leaves|rewards recommendations with something people want|tells a shop which regulars have stopped coming
C cafés and bakeries|subscription brands|telecom resellers|fitness chains
Q small shops do not know who their regulars are|subscribers leave without a word|happy customers recommend a shop and nobody notices
O raises visits per customer by {0.4-1.2} a month|reduces cancellations by {15-33} %|brings back {14-28} % of lapsed customers
H recognising a customer without asking for an app|separating real recommendations from fraud
I Loyalty Programs|Retail Technology|Marketing|Local Business|Mobile Apps
@marketing 3
K marketing tech
M a panel of forty thousand households|creative tests with a thousand viewers overnight|server-side measurement that needs no cookies|brand rules enforced at export|mix models refreshed each week|direct contracts with eleven thousand creators
S marketing budgets move with the season|agencies see it as a competitor|attribution claims are met with tired smiles
W an advertising platform could change its rules overnight|browsers could close the remaining signals|customers could take the work in-house
R seat usage advertising commission
N Brand|Ad|Market|Buzz|Campaign|Audience|Reach|Echo|Spot|Click|Message|Loud
Z Media|Marketing|Ads|Digital|Agency
= content
R seat
P content planning suite|brand asset library|video ad generator
D plans, writes and publishes across nine channels|finds the picture that was already paid for|cuts one film into sixty formats with the right logo on each|adapts campaigns to regional law and language
C consumer brands|franchise headquarters|tourism boards|marketing agencies
Q a campaign is out of date before it is translated|teams produce the same picture three times because nobody finds it|regional offices break the brand by necessity
O brings campaigns to {8-20} markets in a day|reuses {35-60} % of existing material|cuts production cost per asset by {50-75} %
H generating variants that a brand manager would sign|enforcing rights that differ by country and month
I Content Marketing|Digital Marketing|Marketing|Video Advertising|SaaS
= measurement
R seat licence
P marketing mix platform|attribution service|brand tracking tool
D separates what advertising caused from what would have happened anyway|runs regional experiments with a button|measures recall an hour after the broadcast|reallocates budgets between channels every Monday
C consumer brands|mobile game publishers|car importers|insurers
Q half of the budget works and nobody knows which half|every platform claims the same sale|brand studies arrive when the season is over
O moved {12-26} % of spend to better channels|proves effects down to {1-3} % of sales|pays back within {6-11} weeks
H measuring without following people around|finding causes in data full of seasons and discounts
I Analytics|Marketing|Advertising|Market Research|Predictive Analytics
= creators
R commission
P creator marketplace|influencer payment service|sponsorship platform for amateur sport
D matches brands with creators by audience and not by fame|handles contracts, usage rights and tax for small creators|sells shirt space of three hundred amateur clubs in one booking|pays by delivered views
C beauty brands|food producers|amateur sports clubs|mobile app publishers
Q brands pay for followers who do not exist|creators wait ninety days for their money|small clubs have reach and nobody to sell it
O lowers cost per engaged view by {30-55} %|pays creators within {2-5} days|books a campaign in {3-6} hours instead of {3-6} weeks
H detecting bought followers|pricing a recommendation fairly
I Content Creators|Social Media Marketing|Sponsorship|Advertising|Marketplace
= outdoor
R advertising commission
P digital signage network|screen booking platform|out-of-home measurement tool
D changes the message with weather and stock|sells screens in gyms, lifts and petrol stations by the hour|counts glances without storing faces|lets a bakery book the bus stop outside its door
C local retailers|property owners|media agencies|petrol station chains
Q screens show the same loop to no one|outdoor space is booked by fax and in fortnights|small advertisers are shut out by minimum orders
O raises occupancy of screens from {35-45} % to {68-85} %|brings minimum bookings down to {20-60} euros|lifts store visits by {6-15} %
H counting people anonymously in bad light|connecting players of thirty makers
I Digital Signage|Outdoor Advertising|Local Advertising|Advertising|Mobile Advertising
@productivity 2.4
K productivity software
M an editor that merges edits made offline|a search index over mail, chat and files|permissions copied from the source systems|meeting notes tied to decisions|templates taken from real projects|a local-first database
S teams adopt it bottom-up and companies pay late|habits are harder to change than licences|it competes with tools that come free in a bundle
W office suites could add the feature|usage could fade after the first enthusiasm|single sign-on demands could slow small teams down
R freemium seat
N Task|Note|Desk|Plan|Focus|Page|Memo|Board|List|Sync|Flow|Agenda
Z Labs|Software|Work|Apps|HQ
= projects
P project planner for architects|work management tool|resource planner
D shows which promise will be broken first|turns a meeting into agreed tasks|plans people and not only tasks|keeps clients informed without another meeting
C architecture offices|engineering consultancies|event agencies|product teams
Q plans are made once and never true again|clients ask for the status because nobody tells them|the best people are on six projects at a time
O delivers {20-35} % more projects on the agreed day|saves project leads {4-7} hours a week|raises billable time by {6-14} %
H planning under uncertainty without asking for estimates nobody believes|staying simple while the organisation is not
I Project Management|Task Management|Productivity Tools|SaaS|Enterprise Software
= meetings
P meeting assistant|scheduling tool|video room system
D writes minutes that list decisions first|finds an hour for nine calendars in five time zones|makes hybrid rooms fair for those who dial in|cancels meetings whose purpose has been settled
C consulting teams|public administrations|universities|boards and their offices
Q meetings produce an hour of talk and no record|calendars are full and work begins at six in the evening|people who dial in are forgotten
O brings {88-96} % of agreed tasks into the task list|cuts time to schedule a board meeting from {5-9} days to {20-60} minutes|removes {3-6} hours of meetings per person and week
H telling a decision from a discussion|following three people who speak at once
I Meeting Software|Scheduling|Video Conferencing|Productivity Tools|Speech Recognition
= knowledge
P company wiki that maintains itself|enterprise search engine|handover tool for leavers
D asks the right person to confirm a page before it goes stale|finds answers across chat, tickets and drives|interviews leaving experts and files what they know|shows new colleagues the ten pages that matter
C engineering companies|hospital groups|customer service centres|law firms
Q the wiki is large, old and wrong|colleagues ask the same question every week|knowledge walks out of the door at retirement
O keeps {85-95} % of pages confirmed within a quarter|answers {60-80} % of internal questions in seconds|shortens onboarding by {2-5} weeks
H ranking answers when every source claims to be current|respecting permissions in every single result
I Knowledge Management|Enterprise Software|Semantic Search|Productivity Tools|Information Services
= forms
P form and workflow builder|no-code app platform|spreadsheet database
D turns a paper form into an app in an afternoon|lets departments build tools that the IT department can accept|keeps a history of every change|routes approvals by amount and absence
C municipal offices|facility managers|non-profit organisations|plant supervisors
Q forms are printed, signed, scanned and typed again|the IT queue is eighteen months long|processes live in mails with the subject line final version
O replaced {30-90} paper forms per customer|lets {8-20} % of staff build their own tools|brings approval time from {6-11} days to {5-20} hours
H giving freedom without creating a shadow system|running offline in cellars and lifts
I Productivity Tools|Web Apps|Enterprise Applications|Developer Platform|SaaS
@govtech 1
K govtech
M open standards for public registers|sign-in with national identity cards|hosting inside the country|plain-language texts tested with residents|maps of underground pipes|a purchasing framework won for five years
S public tenders take fourteen months and cost a fortune|every municipality is alike and insists on being special|reference customers count more than features
W an election could end a programme|incumbents could be given the work without a tender|budgets could be frozen midway
R licence seat service
N Civic|Gov|Public|Town|City|Polis|Common|Citizen|Ballot|Council|Forum|State
Z Civic|Government|Public|Systems|Labs
= permits
P building permit platform|citizen service portal|licence application desk
D checks an application for completeness before it is filed|takes residents through a move in ten minutes|shows applicants where their file is|connects registers so that nothing is asked twice
C cities|county administrations|ministries|building authorities
Q a building permit takes seven months, four of them waiting for missing pages|residents type the same data into nine forms|offices answer the phone all day about the state of files
O cuts processing time by {40-65} %|rejects {50-75} % fewer applications for missing papers|handles {60-85} % of requests without a visit
H encoding local rules that contradict each other|integrating registers from four decades
I GovTech|CivicTech|Government|Information Technology|SaaS
= safety
P emergency dispatch system|crisis alert service|evidence management platform
D locates a caller to a few metres and opens a video line|warns a valley before the river rises|keeps digital evidence complete and provable|plans patrols where they prevent something
C fire services|flood-prone municipalities|police forces|rescue services
Q callers cannot say where they are|warnings reach people by siren and rumour|evidence sits on memory sticks in a drawer
O brings help {2-4} minutes faster|reaches {80-93} % of residents within {3-6} minutes|cuts time spent on evidence by {50-70} %
H working when the network itself has failed|staying available through every disaster it is meant for
I Public Safety|Law Enforcement|GovTech|Government|Software
= participation
P participation platform|budget explainer for towns|petition service
D lets residents spend part of the budget by vote|explains the town's figures in pictures|shows what became of each proposal|moderates debates before they turn sour
C towns|schools|housing associations|political foundations
Q hearings are attended by the same eleven people|budgets are published and understood by no one|proposals disappear after the meeting
O brings {6-14} % of residents into a decision|turned {20-55} proposals into projects|doubles turnout of under-thirties in consultations
H preventing double votes without demanding an identity card|keeping debates civil at scale
I CivicTech|Politics|Government|Communities|Social Entrepreneurship
`;
