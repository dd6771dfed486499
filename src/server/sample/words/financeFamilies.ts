/** Money, insurance, property, crypto. Format: README.md. */
export const financeFamilies = `
@fintech 7
K fintech
M direct connections to four hundred banks|an electronic money licence of its own|a ledger that balances after every entry|risk models trained on cash flow instead of history|settlement over instant payment rails|fraud rules shared among members
S treasurers change banks about once in a career|trust has to be earned with money on the line|each country has its own rails, rules and habits
W a supervisor could withdraw a permission|card networks could change their fees|fraud losses could grow faster than revenue
R commission usage seat
N Pay|Coin|Ledger|Mint|Fund|Cash|Penny|Money|Fin|Vault|Capital|Till
Z Pay|Finance|Capital|Money|Bank
= payments
R commission usage
P payment orchestration layer|instant payout service|fintech platform for cross-border invoices
D routes each payment over the cheapest rail that will work|pays drivers within seconds of the last trip|collects in forty currencies and settles in one|retries a declined card at the hour it is likely to pass
C online marketplaces|gig platforms|exporters|travel agencies
Q a tenth of good payments is declined for no good reason|payment teams maintain six providers by hand|suppliers abroad wait five days and lose three per cent
O recovers {4-9} % of declined revenue|settles in {8-45} seconds instead of {2-4} days|cuts payment cost by {22-41} %
H keeping books exact while three systems disagree|holding licences in every market at once
I Payments|FinTech|Financial Services|Transaction Processing|E-Commerce
= sme-banking
R seat
P business account for small companies|cash flow forecasting tool|spend card programme
D sets tax aside with every payment that comes in|forecasts the balance thirteen weeks ahead|gives each project a card with its own limit|sends the receipts to the accountant in the right order
C freelancers|restaurants|craft businesses|online shops
Q banks take six weeks to open an account and close it by letter|owners learn in March what they owe for last year|receipts live in shoeboxes
O opens an account in {6-15} minutes|predicts the balance within {3-7} %|saves owners {4-8} hours a month
H forecasting a business with few and lumpy payments|verifying a company without asking for a visit
I Banking|FinTech|Financial Services|Credit Cards|Accounting
= lending
R interest
P revenue-based lender|invoice financing platform|fintech lender for farmers
D advances money against tomorrow's sales|pays an invoice on the day it is written|lends in step with the harvest|decides in minutes from live accounts
C online brands|subcontractors|smallholder farmers|medical practices
Q growing companies run out of cash because they are growing|large buyers pay after ninety days|banks want collateral that young companies do not have
O decides in {3-12} minutes|holds losses at {1.2-2.9} % of volume|has advanced {20-90} million dollars so far
H pricing risk for companies without a history|refinancing at a rate that leaves a margin
I Lending|Commercial Lending|FinTech|Finance|Credit
= accounting
R seat usage
P bookkeeping service|close automation tool|tax filing app
D books transactions while they happen|closes the month in three days instead of fifteen|files sales tax in every state a shop sells to|explains each figure down to the receipt
C tax advisers|software companies|landlords|self-employed people
Q bookkeeping is done late, by hand and twice|controllers spend the first half of a month on the last one|tax rules for online sellers change by the week
O automates {85-95} % of bookings|closes the books {8-12} days earlier|costs {40-65} % less than a traditional office
H reading receipts in any state and language|following tax law in forty jurisdictions
I Accounting|FinTech|SaaS|Finance|Artificial Intelligence
= compliance-fin
R usage seat
P identity check service|anti-money-laundering platform|fraud detection network
D verifies a company and its owners across sixty registers|clears false alarms before an analyst sees them|shares signs of fraud among banks without sharing customers|recognises forged documents by the way they were made
C neobanks|crypto exchanges|car leasing companies|gambling operators
Q opening a business account takes a folder of papers|ninety-five of a hundred alarms are false|fraudsters move on to the next bank within the hour
O onboards a company in {4-11} minutes|clears {70-90} % of alarms without a person|cut fraud losses by {35-60} %
H finding the owner behind four layers of companies|learning from a crime that occurs once in ten thousand cases
I Fraud Detection|FinTech|Identity Management|Compliance|Risk Management
@wealth 2.2
K fintech|wealth tech
M portfolios rebuilt every quarter from index parts|a licence as asset manager|tax rules for nine countries|direct data feeds from pension providers|advice written by certified planners|a secondary market run as monthly auctions
S savers choose a bank by habit and inertia|advisers fear for their commission|assets grow slowly before they grow quickly
W a long fall of the markets would empty accounts|fees could be pressed towards zero|a rule change could end a tax advantage
R subscription commission seat
N Wealth|Nest|Acorn|Save|Invest|Harvest|Yield|Asset|Fund|Folio|Equity|Legacy
Z Wealth|Invest|Capital|Savings|Advisors
= saving
R assets subscription
P savings app for families|pension finder|robo-adviser
D invests the spare change of each purchase|finds forgotten pensions and puts them in one place|explains risk with the user's own goals|lets grandparents save for a child with a message
C young families|first-time savers|people changing jobs|nurses and teachers
Q saving begins with a decision and fails on the second month|people have four pensions and know of two|advice is offered to those who hardly need it
O raised monthly saving from {20-40} to {110-190} euros|found {6-12} thousand euros of forgotten pension on average|keeps {88-95} % of savers through a falling market
H making boring decisions pleasant enough to repeat|connecting providers that answer by letter
I Personal Finance|Wealth Management|FinTech|Financial Services|Mobile Apps
= private-markets
R assets commission
P private market platform|fund administration system|employee share service
D lets private clients invest alongside funds from ten thousand euros|runs capital calls and reports for small funds|sells employee shares before an exit|values holdings every month from comparable sales
C family offices|venture funds|staff of late-stage companies|wealth managers
Q private markets are closed to those without ten million|fund reports arrive as attachments, a quarter late|employees are rich on paper and cannot buy a flat
O onboards an investor in {10-25} minutes|cuts administration cost of a fund by {40-65} %|closed {12-48} share sales last year
H valuing what is hardly ever traded|keeping transfer rights of each company in code
I Asset Management|Venture Capital|Wealth Management|FinTech|Angel Investment
= trading
R seat
P execution platform|research terminal for small funds|options education app
D splits large orders so that the market does not notice|reads filings in the minute they appear|lets learners trade on last year's prices|keeps an audit trail that supervisors accept
C hedge funds|proprietary trading firms|private investors|regional brokers
Q large orders move the price before they are done|small funds pay for a terminal they use a tenth of|private investors learn with real losses
O saves {3-9} basis points an order|costs {70-85} % less than an established terminal|has {12-60} thousand monthly users
H staying fast when everybody trades at once|testing strategies without fooling oneself
I Trading Platform|Financial Exchanges|Hedge Funds|FinTech|Analytics
@insurance 2
K insurtech|fintech
M claims photos compared with four million earlier ones|parametric triggers read from weather stations|underwriting rules the insurer can edit|a reinsurance treaty signed for three years|telematics from the phone alone|policies written in plain words
S insurers take two years from first talk to first policy|brokers send business where the system already is|customers think of cover only after the loss
W a bad year could exhaust the reinsurance|insurers could build it themselves|a regulator could question the pricing model
R commission licence usage
N Cover|Sure|Policy|Claim|Risk|Assure|Shield|Insure|Guard|Under|Safe|Umbrella
Z Insurance|Cover|Re|Risk|Underwriting
= claims-desk
R usage licence
P claims automation platform|digital claims desk|repair network manager
D settles simple claims in minutes from a few photos|reads medical invoices and finds the ones billed twice|sends the nearest workshop with free capacity|keeps the customer informed at every step
C regional insurers|claims administrators|car fleets|health funds
Q claims handlers retype the same invoice into three systems|customers wait three weeks and call six times|small frauds are paid because checking costs more
O settles {35-60} % of claims on the same day|lowers handling cost by {28-47} %|finds {2-5} % more fraud without more refusals
H judging damage from pictures taken in the rain|connecting core systems older than their operators
I InsurTech|Insurance|FinTech|Artificial Intelligence|Auto Insurance
= embedded
R commission
P embedded insurance platform|cover for gig workers|micro-insurance service
D adds cover to a booking with one line of code|insures a courier by the hour|pays farmers when the rain stays away, without a claim|sells by text message in places without branches
C travel sites|delivery platforms|agricultural cooperatives|mobile operators
Q cover is sold by forms that nobody finishes|couriers work uninsured between two orders|smallholders lose a harvest and then the seed money
O raises uptake from {2-4} % to {11-19} %|pays out within {1-3} days|insures {40-300} thousand people
H pricing an hour of risk|trusting a weather station where there is only one
I InsurTech|Insurance|FinTech|Commercial Insurance|Developer APIs
= underwriting
R licence commission
P underwriting workbench|cyber insurer for small companies|climate risk model
D reads broker submissions and fills in the risk sheet|scans a company's systems before quoting a price|prices a building by its own roof and river|watches insured companies and warns them
C brokers|small manufacturers|property insurers|reinsurers
Q underwriters read forty-page submissions to find four numbers|small companies have no cover against the risk they fear most|flood models are drawn by postcode and not by house
O quotes in {3-10} minutes instead of {6-12} days|holds a loss ratio of {41-58} %|wins {20-35} % more of the quotes it sends
H modelling risks that have hardly a past|earning a licence in every market
I InsurTech|Risk Management|Commercial Insurance|Property Insurance|Predictive Analytics
@proptech 2.4
K proptech
M sensors that run ten years on a battery|digital twins drawn from old plans|registry data cleaned parcel by parcel|a network of certified craftsmen|energy models checked against meters|contracts standardised with landlords
S owners decide slowly and in committees|a building changes hands faster than its software|landlords pay while tenants benefit
W interest rates could stop transactions|subsidies could end with a budget|a large portal could enter the niche
R seat commission subscription
N Home|Nest|Roof|Brick|Key|Estate|Door|Lease|Dwell|Tenant|Loft|Plot
Z Homes|Properties|Living|Estate|Spaces
= management
R seat
P property management platform|tenant app|maintenance marketplace
D collects rent, answers tenants and books the plumber|explains the service charge line by line|turns repair requests into ordered jobs with a price|keeps owners and managers on the same figures
C housing associations|property managers|student housing operators|owners' communities
Q managers spend mornings on the phone about one lift|service charges are wrong every other year|craftsmen drive to flats where no one is at home
O lets one manager run {450-800} flats instead of {200-300}|answers {65-85} % of tenant questions unaided|cuts open repairs by {40-60} %
H joining accounting, tenants and craftsmen in one flow|serving owners who agree on nothing
I Property Management|Real Estate|SaaS|Rental Property|Facility Management
= transactions
R commission
P digital conveyancing service|home valuation engine|rental marketplace
D takes a sale from offer to keys in three weeks|values a flat from sales, light and noise|checks tenants without asking for a folder of papers|lets buyers reserve with a refundable deposit
C estate agents|first-time buyers|mortgage lenders|relocating employees
Q a house sale takes four months and fails in a third of cases|valuations differ by a fifth from one expert to the next|flat hunters send ninety applications
O shortens a sale by {5-9} weeks|values within {4-7} % of the price|lets a flat in {6-12} days
H valuing what is sold once in twenty years|moving notaries, banks and registers at one pace
I Real Estate|Marketplace|Residential|FinTech|Rental Property
= smart-buildings
R hardware seat
P building analytics platform|heating controller|occupancy sensor system
D finds the valve that wastes a fifth of the gas|runs the heating by tomorrow's weather|shows which floors are empty on Fridays|documents savings in a form that auditors accept
C office landlords|school boards|hotel groups|housing associations
Q energy reports describe the year before last|buildings are heated on Sundays because nobody changed the clock|half of all desks are empty and all are cleaned
O pays back in {9-20} months|saves {17-31} % of heating energy|lets tenants give up {15-30} % of their space
H reading controllers of sixty makers|saving energy without a single cold room
I Smart Building|Energy Efficiency|Facility Management|Internet of Things|Commercial Real Estate
= construction
R seat
P construction management platform|building material marketplace|site robot
D compares the site with the plan every evening|orders material for the day it is needed|prints the floor plan onto the concrete|keeps defects, photos and signatures in one list
C general contractors|developers|interior fitters|civil engineering firms
Q a third of the working day is waiting and walking|material arrives too early and is stolen or wet|defects are found at handover, when they are dear
O shortens projects by {6-13} %|cuts rework by {25-45} %|saves site managers {7-11} hours a week
H working in dust, rain and bad reception|seeing progress in a place that changes daily
I Construction|Property Development|Software|Building Material|Project Management
@crypto 1.8
K crypto|fintech
M multi-party keys that never meet in one place|audited smart contracts|zero-knowledge proofs of solvency|a licence under the European crypto rules|an index of eleven blockchains|settlement in regulated stablecoins
S institutions wait for each other to move first|the word itself closes doors|compliance officers ask questions nobody has answered before
W a bug in a contract could be final|a fall in prices would halve activity|rules could differ from country to country for years
R commission usage licence
N Block|Chain|Token|Hash|Coin|Bit|Node|Ether|Key|Satoshi|Stake|Vault
Z Protocol|Labs|Chain|Custody|Finance
= custody
R assets usage
P custody platform for digital assets|treasury wallet|stablecoin payment network
D holds keys in shares that no single person can use|reports balances in the form auditors expect|pays suppliers abroad in a regulated stablecoin|insures what it holds
C banks|asset managers|importers|exchanges
Q a lost key is a lost fortune|companies hold tokens in a browser extension|paying a supplier abroad takes four banks
O holds {120-800} million dollars for clients|settles in under {10-50} seconds|costs {60-85} % less than a bank transfer abroad
H signing quickly without ever having a whole key|passing audits written for vaults
I Cryptocurrency|FinTech|Virtual Currency|Security|Payments
= analytics-chain
R seat usage
P blockchain analytics tool|tax calculator for tokens|smart contract auditor
D follows stolen funds across eleven chains|turns a wallet history into a tax return|proves properties of a contract before it goes live|warns when a large holder moves
C law enforcement agencies|tax advisers|protocol teams|exchanges
Q investigators lose the trail at the first bridge|a year of trading makes ten thousand taxable events|contracts hold millions and are read by two people
O traced {8-60} million dollars last year|prepares a return in {5-15} minutes|found {20-70} critical faults before launch
H following value through bridges and mixers|keeping up with chains that change monthly
I Bitcoin|Analytics|Cryptocurrency|Software|Compliance
= tokenisation
R commission
P tokenisation platform|on-chain bond issuer|carbon credit registry
D splits a building into tradable shares|issues bonds in days and pays coupons by code|retires a carbon credit so that it cannot be sold twice|keeps the shareholder register in law and on chain
C property funds|mid-sized issuers|carbon project developers|private banks
Q shares in buildings cannot be sold for years|a small bond costs as much to issue as a large one|the same tonne of carbon is sold twice
O cuts issuing cost by {50-75} %|issues a bond in {4-9} days instead of {8-14} weeks|has placed {15-120} million euros
H making a token mean what the law says|finding buyers for a second market
I Financial Services|Cryptocurrency|FinTech|Financial Exchanges|Virtual Currency
`;
