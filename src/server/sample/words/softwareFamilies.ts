/** Developer tools, data, security, artificial intelligence, hosting. Format: README.md. */
export const softwareFamilies = `
@devtools 3.4
K developer tools
M a parser that understands thirty languages|an agent running inside the customer's own network|a change graph of every repository|sandboxes that start in under a second|a replayable log of every build|static analysis tuned on public bug fixes
S developers expect tools like this to be free|engineering leads compare it with scripts they wrote themselves|a rollout needs the approval of the platform team
W a large code host could ship the same feature|open-source forks could undercut the paid plan|usage could fall when hiring of engineers slows
R seat usage freemium
N Git|Code|Stack|Build|Patch|Repo|Commit|Byte|Shell|Merge|Kernel|Branch
Z Labs|Systems|Software|Dev|Code
= review
P code review assistant|pull request reviewer|merge queue
D reads every change before a person does and points at the lines that matter|explains unfamiliar code next to the diff|blocks merges that would break a downstream service|drafts the missing tests for a change
C engineering teams of twenty to two hundred|software agencies|open-source maintainers|platform teams
Q reviews wait for days because the two people who know the code are busy|large changes are waved through since nobody can hold them in mind|reviewers spend their attention on style instead of faults
O halves the time from commit to merge|catches {3-9} faults a week that tests had missed|saves each reviewer about {3-6} hours a week
H telling a risky change from a harmless one across many languages|keeping false alarms rare enough that nobody mutes the tool
I Developer Tools|Software Engineering|Developer Platform|Artificial Intelligence|SaaS
= observability
P tracing platform|log search service|error budget tracker
D follows a slow request through every service it touches|keeps months of logs searchable at a tenth of the usual storage|compares each release with the one before|groups a flood of alerts into one incident with a likely cause
C site reliability teams|online retailers with heavy peaks|payment companies|game studios
Q on-call engineers wake up to two hundred alerts with one cause|logging bills grow faster than the product|nobody knows which release made checkout slower
O shortens the median outage by {25-55} %|cuts the cost of logging by {40-70} %|reduces night-time pages from {20-40} to {3-8} a week
H storing columns of telemetry so that rare questions stay fast|correlating events across clocks that disagree
I Application Performance Management|Developer Tools|Analytics|Cloud Computing|IT Management
= api
P API gateway|integration builder|webhook delivery service
D turns a set of endpoints into documented client libraries|connects a product with two hundred business systems through one interface|delivers events exactly once and replays the ones that failed|tests each interface against the contract it promised
C software vendors|banks opening their interfaces|product teams|logistics platforms
Q partners break whenever a field changes its name|every customer wants an integration and each takes a month|failed webhooks vanish without a trace
O removes {40-80} % of support tickets about integrations|brings a new integration live in {2-6} days instead of {30-60}|delivers {99.5-99.9} % of events within a second
H mapping {100-200} badly documented interfaces onto one model|keeping old versions alive without freezing the product
I Developer APIs|Developer Platform|Enterprise Software|PaaS|Data Integration
= testing
P browser testing service|test data generator|mobile device farm
D writes end-to-end tests from recordings of real sessions|produces realistic data without copying a single customer record|runs a suite on four hundred phones at once|repairs tests when the page changes
C quality assurance teams|insurers with old core systems|mobile app studios|public agencies
Q half of all failing tests fail for no reason|copies of production data lie around on laptops|testers maintain scripts instead of looking for faults
O brings flaky tests below {1-3} %|frees {30-60} % of testers' time|shortens a regression run from {6-12} hours to {20-45} minutes
H deciding whether a changed page is a fault or an intention|generating data whose oddities match those of the real thing
I Quality Assurance|Usability Testing|Developer Tools|Mobile Apps|Test and Measurement
@cloud 2.2
K cloud infrastructure
M a scheduler that moves work between regions by the hour|a control plane written for small clusters|a network layer built on commodity switches|snapshots that share unchanged blocks|a cost model of every instance type on the market|hardware the company assembles itself
S infrastructure buyers default to the three large clouds|finance and engineering rarely agree on who owns the bill|moving a database is a risk few managers take without need
W the large clouds could cut their prices|a single long outage would cost the trust it took years to earn|energy prices could eat the margin
R usage licence seat
N Cloud|Node|Rack|Core|Cluster|Mesh|Zone|Host|Pod|Edge|Cache|Cirrus
Z Cloud|Systems|Hosting|Networks|Compute
= cost
P cloud cost manager|rightsizing service|spend forecaster
D shows each team what its features cost to run|finds idle machines and shuts them down after asking once|warns before a forgotten experiment turns into an invoice|buys and sells reserved capacity on the customer's behalf
C finance teams of software companies|heads of infrastructure|managed service providers|scale-ups past their free credits
Q the cloud bill arrives and nobody can explain a third of it|engineers over-provision because outages are punished and waste is not|discounts expire unused
O explains {92-98} % of the bill by team and feature|lowers cloud spend by {18-38} % in the first quarter|pays for itself in {2-5} weeks
H predicting demand well enough to commit money to it|acting on production machines without ever causing an outage
I Cloud Management|Cloud Computing|SaaS|IT Management|Analytics
= storage
P object store|backup service|archive for rarely read files
D packs scientific data to a quarter of its size|keeps copies in three places and proves each month that they can be restored|makes old mailboxes and file shares searchable|moves cold data to tape without the user noticing
C hospitals with imaging archives|film studios|research institutes|law firms
Q storage costs double every three years while most files are never opened|backups exist but have never been restored|retention rules are written down and nowhere enforced
O cuts storage cost per patient by {30-60} %|restores a terabyte in {9-25} minutes|passed {3-11} restore audits in a row
H guaranteeing that nothing is lost when disks, sites and software fail together|compressing formats that are compressed already
I Cloud Storage|Data Storage|Data Center|Cloud Data Services|IT Infrastructure
= edge
P edge computing platform|private cloud in a box|small cluster manager
D runs containers in shops, ships and plants where the line is often down|updates a thousand sites in a night and rolls back the ones that complain|turns three ordinary servers into a cluster that survives losing one|keeps the tills running when the connection is gone
C supermarket chains|ship operators|factories with strict data rules|telecom operators
Q a broken cable stops a store for half a day|every site has a server that nobody dares to touch|central systems answer too late for machines on the floor
O cut unplanned downtime at sites by {50-80} %|brings up a new site in under {30-60} minutes|runs {200-900} sites with a team of {2-4}
H updating machines that may lose power at any moment|managing thousands of sites over thin connections
I Cloud Infrastructure|Private Cloud|IT Infrastructure|Virtualization|Internet of Things
= hosting
P managed database service|hosting platform for web agencies|GPU rental marketplace
D tunes, patches and scales databases without a maintenance window|gives each branch its own copy of the site in seconds|rents idle graphics processors from universities and studios|moves old applications off aging servers without rewriting them
C online shops|web agencies|machine learning teams|independent software vendors
Q databases are tuned once and then left alone for years|every agency has one person who knows the servers and is on holiday|graphics processors are either sold out or idle
O keeps {99.9-99.9} % availability across {300-900} databases|raised page speed scores from {45-60} to {88-97}|runs the same training job for {35-60} % less
H isolating tenants on hardware that was not built for it|moving live databases without a single lost write
I Web Hosting|Cloud Computing|Database|GPU|IaaS
@security 3.2
K cybersecurity
M sensors that watch system calls instead of files|a graph of who can reach what|a model trained on eleven years of incident reports|decoys indistinguishable from real systems|hardware keys made for shared workplaces|a policy engine that explains each refusal
S security budgets follow last year's headline|chief information security officers already own forty tools|a proof of value must pass the security review it is meant to replace
W platform vendors could give the function away|one missed breach at a customer would be public|regulation could prescribe a different approach
R seat usage licence
N Cyber|Guard|Shield|Vault|Cipher|Lock|Key|Sentry|Trust|Bastion|Warden|Safe
Z Security|Defense|Cyber|Labs|Systems
= identity
P identity governance platform|passwordless login service|access review tool
D removes rights that nobody has used for ninety days|signs workers in with a badge tap on shared machines|answers an auditor's question about who could see what on a given day|spots accounts that outlived the people they belonged to
C banks|hospitals|manufacturers with shift workers|universities
Q people collect rights for years and lose them never|nurses share one login because typing passwords costs minutes|access reviews are done by pressing approve four hundred times
O removed {35-60} % of standing rights in the first month|saves each worker {25-45} minutes a shift|cuts preparation for audits from {5-9} weeks to {3-6} days
H modelling entitlements of systems that never documented them|removing access without ever stopping somebody's work
I Identity Management|Cyber Security|Network Security|SaaS|Privacy
= detection
P managed detection service|threat hunting platform|ransomware containment tool
D writes the incident report while the analyst is still working|hunts through a year of telemetry for newly published attack patterns|isolates an infected machine within seconds of the first encrypted file|learns what is normal in a plant network and flags what is not
C mid-sized manufacturers|municipal utilities|managed security providers|school districts
Q small security teams drown in alerts they cannot rank|attackers move through a network in hours and are found after months|plant networks run on controllers that must not be scanned
O drops {90-97} % of alerts as explained|brings the time to contain an attack under {4-9} minutes|stopped {3-14} ransomware attempts at customers last year
H telling an administrator's odd evening from an intruder's|watching fragile controllers without disturbing them
I Intrusion Detection|Cyber Security|Network Security|Security|Artificial Intelligence
= privacy
P data discovery platform|consent manager|privacy request desk
D finds personal data in databases, chats and forgotten spreadsheets|proves when and to what a visitor agreed|answers an access request from all systems in one evening|masks records on the way to test systems
C online publishers|insurers|retail groups|health technology companies
Q nobody knows in how many systems a customer's address is stored|consent is collected on the website and ignored in the warehouse|a single access request takes a lawyer and three administrators
O found {8-25} unknown stores of personal data per customer|covers {40-90} jurisdictions with one rulebook|answers requests in {1-3} days instead of {3-5} weeks
H recognising personal data in free text and in six languages|keeping a live map of data flows that change every week
I Privacy|Compliance|Data Integration|Legal Tech|Cyber Security
= offensive
P penetration testing platform|attack simulator|vulnerability triage tool
D pairs companies with vetted testers and retests each fix|attacks a copy of the customer's network every night|ranks weaknesses by whether an attacker could really use them|trains staff with phishing mails written from public information
C software companies before an audit|energy suppliers|fintech companies|public administrations
Q a yearly test is out of date in a month|staff training is a slide show everybody clicks through|scanners report ten thousand weaknesses and fix none
O starts a test within {24-72} hours|brings click rates on phishing from {18-28} % to under {3-5} %|cut open critical weaknesses by {60-85} % in {3-6} months
H proving that a weakness is usable without doing harm|chaining small weaknesses the way a patient attacker would
I Penetration Testing|Cyber Security|Cloud Security|Software|Risk Management
@data 2.6
K data and analytics
M a columnar engine that runs in the browser|lineage read from query logs|a semantic layer shared by all reports|connectors tested every night against live systems|incremental computation instead of nightly batches|a catalogue written by the people who use the data
S data teams have bought three platforms in five years and are tired|the benefit shows in decisions, which nobody measures|the person who feels the pain is rarely the one with the budget
W warehouse vendors could absorb the category|a slump in data hiring would shrink the market|customers could rebuild the core with open-source parts
R seat usage freemium
N Data|Query|Metric|Insight|Table|Graph|Column|Lake|Signal|Index|Delta|Facet
Z Analytics|Data|Insights|Labs|Intelligence
= bi
P analytics workspace|dashboard builder|question answering tool for company data
D lets analysts and managers work on one page|tells the same number in every report|answers questions in plain words and shows the query behind the answer|sends a note when a figure leaves its usual range
C operations managers|consumer brands|hospital controllers|franchise groups
Q three reports show three different revenues|dashboards are built, admired and never opened again|managers wait a week for a number they need in the meeting
O saves analysts {6-12} hours a week|replaced {120-400} dashboards with {15-40}|answers {70-88} % of questions without an analyst
H understanding what a manager means by active customer|answering over billions of rows while somebody waits
I Business Intelligence|Analytics|Data Visualization|Big Data|SaaS
= pipelines
P data pipeline service|change capture tool|data quality monitor
D repairs pipelines when a source changes its format|copies changes from operational databases within seconds|stops bad records before they reach a report|traces a wrong figure back to the system it came from
C data engineering teams|online marketplaces|insurance groups|telecom operators
Q pipelines break at night and are found out in the board meeting|data engineers spend their week repairing connectors|nobody trusts the number enough to act on it
O removes {15-30} hours of repair work a week|brings data from {24-30} hours old to {2-5} minutes|finds {80-93} % of faults before a user does
H copying a busy database without slowing it down|deciding what counts as wrong when the business itself changes
I Data Integration|Big Data|Database|Cloud Data Services|Enterprise Software
= geodata
P satellite imagery search engine|location intelligence platform|map data service
D counts cars, ships and building sites from orbit every week|scores a street corner for a new branch from footfall and income|keeps addresses correct in countries without postcodes|detects changes in land use parcel by parcel
C commodity traders|retail property teams|ministries of agriculture|insurers
Q decisions about places rest on data that is three years old|field surveys cost more than the plots they describe|couriers phone for directions at every second door
O covers {30-80} countries with weekly updates|predicts branch sales within {7-12} %|cuts failed deliveries by {22-40} %
H matching pictures from different sensors, angles and seasons|locating addresses that exist only as directions
I Geospatial|Mapping Services|Location Based Services|Analytics|Image Recognition
= ml-ops
P model monitoring platform|labelling workbench|feature store
D warns when a model in production begins to drift|lets domain experts label a thousand pictures in an afternoon|keeps training and production data identical|records why a model decided as it did
C machine learning teams|banks under model supervision|makers of driver assistance|medical imaging companies
Q models decay in silence after launch|labels are bought by the million and half of them are wrong|auditors ask for explanations that were never stored
O found drift {9-20} days before users complained|cuts labelling cost by {45-70} %|brings a model to production in {2-4} weeks instead of {10-16}
H detecting drift without knowing the right answers|storing enough to explain a decision and too little to leak one
I Machine Learning|Predictive Analytics|Developer Tools|Artificial Intelligence|Data Mining
@ai 5.4
K AI
M small models fine-tuned for each customer|retrieval over the customer's own documents|an evaluation suite of twelve thousand real cases|a planner that shows its steps before acting|speech models trained on telephone audio|a routing layer that picks the cheapest sufficient model
S buyers have seen impressive demonstrations that failed in production|legal departments ask where the data goes and take months to accept the answer|pilots are easy to start and hard to convert
W model makers could move up the stack|falling model prices could pull down what customers pay|a visible mistake would set the category back
R seat usage outcome
N Mind|Neural|Cortex|Sense|Agent|Prompt|Vector|Think|Reason|Synth|Turing|Lumen
Z AI|Intelligence|Labs|Agents|Research
= support
P support agent|voice agent for call centres|help desk copilot
D resolves routine requests from start to finish and hands over the rest with a summary|answers the phone in nineteen languages|finds the paragraph in the manual that settles the case|learns from every ticket a person has solved
C online retailers|energy suppliers|airlines|software companies
Q customers wait twenty minutes to change an address|support teams lose a third of their people every year|answers differ from one agent to the next
O resolves {45-70} % of requests without a person|cuts average handling time by {30-50} %|keeps satisfaction {4-11} points above the old hotline
H knowing when to stop and fetch a person|acting in twenty-year-old order systems without an interface
I Artificial Intelligence|Customer Service|Natural Language Processing|Virtual Assistant|SaaS
= documents
P document understanding platform|contract reading service|back-office agent
D reads invoices, bills of lading and lab reports without templates|compares a contract with the company's own playbook|fills in portals the way a clerk would|asks one short question when it is not sure
C freight forwarders|accounting firms|insurers|procurement departments
Q clerks retype what another computer has just printed|contracts are signed before anybody has read page forty|exceptions pile up in a shared mailbox
O processes {80-94} % of documents without a touch|reads a {40-90}-page contract in under {2-4} minutes|frees {3-9} full-time positions per customer
H extracting tables that run over three pages and two currencies|being certain enough to act on a figure unasked
I Artificial Intelligence|Text Analytics|Document Management|Machine Learning|Enterprise Software
= vision
P visual inspection system|video understanding platform|camera analytics kit
D learns a new defect from a dozen pictures|searches a year of footage by description|turns existing cameras into counters of queues, falls and spills|guides a worker's hands through a rare repair
C car part suppliers|airport operators|construction companies|food producers
Q inspectors see the same part four thousand times a shift|footage is kept for thirty days and watched by no one|rule-based cameras fail when the light changes
O finds {96-99} % of defects at half the false rejects|goes live on a line in {3-8} days|reduced accidents on monitored sites by {20-45} %
H learning rare defects from almost no examples|running on cheap processors at line speed
I Computer Vision|Artificial Intelligence|Image Recognition|Industrial Automation|Machine Learning
= research
P research assistant|literature review engine|expert finder
D writes a first draft with a source behind every sentence|reads forty thousand papers and lists the ones that contradict each other|finds the three people in a company who know the answer|keeps watch over patents, trials and grants in one field
C pharmaceutical researchers|patent attorneys|consultancies|investment analysts
Q summaries without sources cannot be used|a missed paper costs a year of laboratory work|experts spend a day a week looking for what somebody already knows
O cites a checkable source for {97-99} % of statements|shortens a literature review from {6-10} weeks to {3-6} days|saves each expert {5-9} hours a week
H judging the strength of evidence and not only its topic|never inventing a source
I Artificial Intelligence|Semantic Search|Natural Language Processing|Text Analytics|Knowledge Management
= robotics-ai
P simulation engine for training robots|foundation model for machine control|synthetic data studio
D renders a million variations of a warehouse aisle overnight|teaches a robot arm from one hour of demonstrations|generates the rare accidents no test fleet ever meets|transfers skills between machines of different makers
C robot makers|carmakers|defence suppliers|research laboratories
Q teaching a robot one task takes an engineer a month|skills learned on one arm are useless on the next|the dangerous cases are the ones nobody has on film
O cuts training data needs by {60-85} %|brings a new task to the floor in {2-6} days|reaches {90-96} % of real-world performance before the first real trial
H closing the gap between the simulated and the real gripper|modelling contact, friction and cloth fast enough to learn from
I Artificial Intelligence|Simulation|Robotics|Machine Learning|Autonomous Vehicles
`;
