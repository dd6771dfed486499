/** Energy, carbon, water, waste. Format: README.md. */
export const climateFamilies = `
@energy 2.6
K energy tech
M forecasts for every transformer|a licence to trade on the power exchange|controllers approved by grid operators|storage made from standard parts|plants financed by a pension fund|meter data at one-second resolution
S utilities pilot for years and roll out in decades|prices at the exchange decide the business case overnight|rules were written for power plants
W power prices could fall|grid connection queues could grow|a change of tariff could erase the spread
R usage hardware licence commission
N Volt|Watt|Power|Grid|Solar|Amp|Helio|Current|Spark|Energy|Tesla|Sun
Z Energy|Power|Grid|Renewables|Solar
= flexibility
R commission outcome
P virtual power plant|battery trading system|demand response service
D sells a neighbourhood's batteries as one power plant|decides every five minutes whether to charge or sell|pays cold stores for pausing an hour|protects each battery's life
C heat pump owners|battery park investors|cold stores|energy suppliers
Q wind parks are switched off while gas plants run|a battery earns or loses by the quarter of an hour|cold stores could help the grid and are not asked
O earns {38-95} euros per kilowatt and year|adds {12-27} % to battery revenue|shifts {60-420} megawatts
H controlling a hundred thousand devices within a second|forecasting prices that depend on clouds
I Energy Management|Power Grid|Energy Storage|Renewable Energy|Energy
= solar
R service seat
P solar planning platform|balcony solar kit|solar roof leasing service
D designs a solar roof from the air in four minutes|plugs into a socket and pays for itself|rents roofs and sells power to the tenants below|finds the panel that fails among ten thousand
C installers|tenants|landlords|solar park operators
Q an offer for a roof takes two visits and three weeks|tenants cannot take part|apartment roofs stand empty because billing is a maze
O plans {6-14} times as many roofs per day|pays back in {3-6} years|lowers tenants' power price by {12-24} %
H seeing shade, chimneys and beams from above|billing forty flats and one roof correctly
I Solar|Renewable Energy|Clean Energy|SaaS|CleanTech
= storage-gen
R hardware
P thermal storage for factories|geothermal drilling method|small wind turbine
D stores cheap power as heat in bricks|drills with plasma instead of bits|runs on a roof without noise|delivers steam on demand
C food factories|district heating utilities|telecom tower operators|dairies
Q factories burn gas because steam cannot wait for wind|drilling costs half of a geothermal plant|telecom towers run on diesel
O replaces {60-95} % of gas|drills {2-4} times as fast in granite|saves {4-11} tonnes of diesel a year per tower
H holding twelve hundred degrees for days|surviving what breaks every drill
I Energy Storage|Clean Energy|Energy|Industrial|Wind Energy
= efficiency
R outcome hardware
P energy manager for small factories|heat loss survey service|refrigeration optimiser
D finds the compressor that runs for nothing|maps heat losses of a whole street from a car|cools supermarkets when power is cheap|proves savings against the weather
C bakeries|municipalities|supermarket chains|laundries
Q a bakery knows its flour to the gram and its power by the year|subsidies go to the houses that need them least|fridges are set to the coldest customer
O saves {13-28} % of energy|surveys {400-1200} houses a night|pays back in {5-14} months
H separating forty machines in one meter signal|saving energy without warming the fish
I Energy Efficiency|Energy Management|Sustainability|CleanTech|Internet of Things
@carbon 1.5
K climate tech
M measurements checked by two universities|a registry entry for every tonne|models calibrated with soil cores|supplier data collected at the invoice|a purchase agreement for five years|a method approved by two standards
S buyers fear headlines more than emissions|prices for removal fall each year|sustainability officers have targets and no budget
W a scandal elsewhere could freeze the market|reporting duties could be postponed|standards could exclude the method
R seat usage commission service
N Carbon|Climate|Terra|Zero|Green|Leaf|Eco|Forest|Planet|Gaia|Net|Footprint
Z Climate|Carbon|Earth|Zero|Sustainability
= accounting-carbon
R seat
P carbon accounting platform|product footprint calculator|supplier emissions network
D books emissions like money, invoice by invoice|calculates the footprint of forty thousand products|asks suppliers once for all their customers|produces reports that auditors sign
C industrial groups|retailers|car suppliers|banks
Q footprints are estimated from spend and change with the exchange rate|a retailer is asked for the footprint of every screw|suppliers fill in sixty questionnaires a year
O prepares a report in {2-5} weeks instead of {5-8} months|covers {88-97} % of products|cuts questionnaires by {60-85} %
H matching invoices with physical things|getting honest figures from the third tier
I Sustainability|SaaS|CleanTech|Environmental Consulting|Compliance
= removal
R wholesale
P direct air capture machine|biochar producer|enhanced weathering company
D pulls carbon from the air with waste heat|turns wood waste into soil that keeps its carbon|spreads rock dust that binds carbon on fields|measures each tonne twice
C software companies with climate targets|airlines|farmers|cement makers
Q avoiding emissions is no longer enough|wood waste is burned or left to rot|cheap offsets have proved worthless
O removes a tonne for {190-420} dollars|stores carbon for {200-1000} years|has delivered {0.4-19.5} thousand tonnes
H moving a lot of air with little energy|proving what happens in a field of living soil
I CleanTech|GreenTech|Chemical Engineering|Environmental Engineering|Sustainability
= nature
R usage service
P forest monitoring service|biodiversity survey kit|regenerative farming programme
D sees illegal logging within two days|counts species from water samples and sound|pays farmers for carbon in their soil|shows buyers the plot behind the promise
C forest funds|wind park planners|food companies|conservation charities
Q forests are sold as protected and cut down|a species survey takes four seasons|farmers carry the cost of changing
O covers {0.3-6.5} million hectares|identifies {180-640} species per survey|raised soil carbon by {0.3-0.9} tonnes a hectare
H seeing under leaves from space|counting what hides
I Forestry|Sustainability|Natural Resources|Geospatial|GreenTech
@water-waste 1.3
K circular economy|climate tech
M robots trained on two million pieces of waste|membranes made without solvents|plants the size of a container|long contracts with municipal works|chemistry that works at room temperature|prices tied to the raw material
S municipal works decide in budget years|recycled material must be cheaper than new|waste is a local business with old families
W prices for raw material could fall|a permit could take three years|rules for waste shipments could change
R hardware usage service licence
N Aqua|Blue|Loop|Cycle|Pure|Clear|Re|Sort|Drop|Hydro|River|Circular
Z Water|Recycling|Circular|Environmental|Waste
= water
P leak detection network|water purification container|water quality sensor
D hears leaks in pipes under the street|makes drinking water from a polluted river with sunlight|detects bacteria in an hour|finds the polluter upstream
C water utilities|humanitarian organisations|swimming lakes|breweries
Q a third of drinking water never arrives|filters need parts that never come|water tests take two days and people swim meanwhile
O lowered losses from {28-41} % to {12-19} %|supplies {600-4000} people a day|gives results in {35-75} minutes
H hearing a leak under a tram line|counting bacteria without a laboratory
I Water|Water Purification|Internet of Things|CleanTech|Sensor
= recycling
P waste sorting robot|chemical recycling plant|textile-to-fibre process
D picks ninety items a minute from a moving belt|turns mixed plastic back into its building blocks|separates cotton from polyester|documents where each tonne went
C sorting plants|plastics makers|clothing chains|municipal waste works
Q sorting is done by people in masks at a belt|mixed plastic is burned or shipped away|one in a hundred garments becomes a garment again
O recovers {18-33} % more material|yields {72-89} % of usable output|uses {45-70} % less energy than new material
H recognising crushed and dirty things|working with a feedstock that changes hourly
I Recycling|Waste Management|Robotics|Chemical|CleanTech
= reuse
P reusable packaging system|refill station maker|electronics refurbisher
D lends takeaway bowls and finds them again|fills shampoo by the gram in any shop|repairs school laptops in series|pays a deposit back to any card
C canteens|drugstore chains|school boards|cities
Q a takeaway bowl is used for nine minutes|refill shelves drip and stand empty|schools throw away laptops for a dead battery
O gets {97-99} % of bowls back|saves {20-38} grams of plastic per fill|brings {71-88} % of devices back to work
H washing, counting and moving things at less than new ones cost|winning shops for a machine that needs cleaning
I Sustainability|Recycling|Consumer Goods|Packaging Services|Retail
`;
