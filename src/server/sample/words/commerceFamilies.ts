/** Online trade, retail, logistics, mobility, food service. Format: README.md. */
export const commerceFamilies = `
@ecommerce 3.6
K e-commerce
M a catalogue model that reads pictures and reviews|warehouses rented by the shelf|returns graded by camera|stock data pulled every four minutes|a checkout that works without an account|two hundred supplier contracts
S merchants try ten apps and keep two|margins in trade leave little to pay with|the busy season blocks every rollout
W a marketplace could change its terms|advertising could become too dear to grow|platforms could add the feature
R usage seat commission
N Shop|Cart|Store|Basket|Market|Buy|Parcel|Retail|Trade|Shelf|Merch|Bazaar
Z Commerce|Retail|Shop|Market|Goods
= merchant-tools
R usage seat
P returns platform|product data tool|checkout service for online shops
D turns a return into an exchange before the parcel leaves|writes product texts for eleven marketplaces|fills the cart of a returning buyer with one tap|finds the size that will not come back
C online fashion shops|marketplace sellers|furniture shops|direct-to-consumer brands
Q every third parcel comes back|product data are typed anew for each marketplace|two of three carts are left at the address form
O turns {25-42} % of returns into exchanges|lists a product in {2-6} minutes|raises checkout completion by {6-15} %
H predicting fit from a body nobody has seen|staying fast on the busiest day of the year
I E-Commerce|E-Commerce Platforms|Retail Technology|SaaS|Personalization
= marketplaces
R commission
P marketplace for refurbished machines|wholesale platform for independent shops|second-hand marketplace
D inspects, prices and insures used machines|lets small shops return what did not sell|authenticates bags in a day|groups orders so that small buyers get large prices
C workshops|independent boutiques|collectors|school kitchens
Q used machines are sold blind and by rumour|small shops buy on trade fairs and guess|buyers fear fakes more than prices
O sells a machine in {12-26} days|lets shops return up to {30-60} % of a first order|rejects {7-13} % of items as fakes
H winning both sides of a market at once|pricing goods that exist once
I Marketplace|E-Commerce|Wholesale|Retail|Collectibles
= brands
R d2c
P skincare brand|sneaker label made from waste|children's clothing rental
D sells refills by subscription|makes shoes to order in four sizes of width|rents clothes that grow with the child|publishes the cost of every part
C people with sensitive skin|runners|parents|conscious buyers
Q half of a cosmetics price is the bottle|shoes are made for average feet|children outgrow clothes before they are worn
O keeps {48-66} % of buyers for a second order|returns below {6-11} %|saves families {25-55} euros a month
H building a brand without buying every customer|making small batches at a decent margin
I Consumer Goods|E-Commerce|Fashion|Cosmetics|Beauty
= retail-tech
R hardware
P store analytics system|electronic shelf label network|unmanned shop
D shows where shoppers hesitate|changes ten thousand prices in a minute|opens a village shop at night without staff|orders fresh goods by weather and habit
C supermarket chains|do-it-yourself stores|village cooperatives|petrol stations
Q fresh food is ordered by feeling and thrown away|prices on shelf and till disagree|village shops close because they cannot pay for late hours
O cuts food waste by {22-44} %|adds {3-8} % sales per square metre|keeps a shop open {110-168} hours a week
H recognising goods in a hand in half a second|being cheaper than a part-time clerk
I Retail Technology|Retail|Point of Sale|Internet of Things|Computer Vision
@logistics 2.8
K logistics
M live positions of sixty thousand trucks|customs rules as data|a planner that re-solves every ninety seconds|contracts with three hundred carriers|weight and volume measured by camera|forecasts per lane and weekday
S forwarders have seen five waves of disruption|drivers decide whether a tool is used|savings are claimed by three departments at once
W freight rates could collapse|a carrier group could build it alone|fuel rules could change the sums
R commission usage seat
N Freight|Cargo|Haul|Port|Route|Fleet|Ship|Lane|Dock|Parcel|Load|Transit
Z Logistics|Freight|Supply|Transport|Fleet
= freight
R commission usage
P digital freight forwarder|load matching platform|customs clearance service
D books sea, rail and road in one offer|fills empty return trips|clears a parcel before it lands|tells a factory which container will be late
C importers|trucking companies|electronics makers|furniture brands
Q containers are tracked by telephone|every fourth truck drives empty|customs forms are filled in from memory
O saves {7-14} % per container|cuts empty kilometres by {15-29} %|clears {90-97} % of parcels before arrival
H pricing a lane that is driven twice a month|predicting ports, strikes and weather
I Logistics|Freight Service|Supply Chain Management|Shipping|Transportation
= warehousing
R hardware usage
P warehouse robot|fulfilment network|stock counting drone
D brings the shelf to the picker|rents pallets by the day across two hundred halls|counts a hall overnight without light|sorts parcels in a shop's back room
C online retailers|spare part distributors|third-party logistics companies|pharmacies
Q pickers walk nineteen kilometres a day|peaks need halls that stand empty in spring|stock is counted once a year and wrong by February
O doubles picks per hour to {160-280}|goes live in {3-9} weeks|counts with {99.1-99.8} % accuracy
H grasping what nobody has described|working beside people in narrow aisles
I Warehousing|Robotics|Logistics|Supply Chain Management|Industrial Automation
= lastmile
R usage
P electric cargo bike fleet|parcel locker network|delivery platform for pharmacies
D delivers where vans may no longer drive|opens lockers without power or screen|brings medicine within the hour and within the rules|swaps batteries instead of waiting
C parcel services|city councils|pharmacies|grocery chains
Q every second van is parked on the bike lane|one of nine parcels finds nobody at home|night prescriptions mean a taxi ride
O delivers {18-27} parcels an hour instead of {10-13}|brings first-time delivery to {95-99} %|lowers cost per drop by {19-36} %
H keeping density high enough to earn money|building things that survive a courier
I Last Mile Transportation|Delivery Service|Same Day Delivery|Logistics|Electric Vehicle
= procurement
R seat commission
P procurement platform|supplier risk monitor|spare parts marketplace
D bundles small orders across plants|watches sanctions, fires and strikes along the chain|prints a spare part that is no longer made|finds a second supplier before the first one fails
C machine builders|hospital groups|food producers|railway operators
Q a third of spend goes outside any contract|buyers know their suppliers and not the suppliers' suppliers|a missing part worth four euros stops a line
O saves {6-13} % of indirect spend|warned {10-30} days ahead of {4-12} supplier failures|shortens sourcing from {5-9} weeks to {4-9} days
H seeing through three tiers of suppliers|qualifying a new source quickly and safely
I Procurement|Supply Chain Management|Enterprise Software|Marketplace|Risk Management
@mobility 2.2
K mobility
M vehicles built from standard parts|batteries that can be swapped in a minute|permits in nine cities|maps rebuilt from the fleet's own cameras|a depot every four kilometres|an insurance written for shared use
S cities change the rules with every election|fleets buy in ten-year cycles|riders compare it with owning a car they have already paid for
W a permit could be withdrawn|battery prices could move against the plan|an accident could stop a programme
R usage hardware subscription
N Ride|Move|Volt|Wheel|Drive|Motor|Auto|Pedal|Transit|Mobi|Charge|Way
Z Mobility|Motors|Drive|Rides|EV
= charging
R usage seat
P charging network for apartment houses|depot charging system|charging upkeep service
D shares one connection among forty parking spaces|charges buses when power is cheap and leaves them full at five|finds the broken plug before the driver does|bills each tenant without a new meter
C housing associations|bus operators|delivery fleets|hotel groups
Q most people park where they cannot charge|forty buses at once would melt the street's transformer|every fourth public charger is out of order
O connects {20-60} cars without a new cable|cuts charging cost by {24-40} %|keeps {97.5-99.2} % of plugs working
H sharing scarce power fairly|talking to every charger on the market
I Electric Vehicle|Energy Management|Automotive|Power Grid|Transportation
= sharing
R usage
P car sharing service for small towns|scooter maker|commuter shuttle
D puts shared cars where buses stop coming|builds scooters that last eight years|plans shuttles around shifts and not timetables|unlocks with the transit card
C municipalities|industrial parks|employers outside cities|students
Q small towns have one bus and it leaves at four|scooters end in rivers after a year|workers on the night shift need a car of their own
O replaces {5-9} private cars per vehicle|costs riders {90-160} euros a month less than a car|runs at {38-57} % occupancy
H serving places without density|keeping vehicles safe from weather and people
I Car Sharing|Ride Sharing|Public Transportation|Automotive|Mobile Apps
= autonomous
R hardware usage
P autonomy kit for yard trucks|driver monitoring camera|remote driving station
D moves trailers around the yard without a driver|wakes a tired driver before the lane is left|lets one person drive six trucks from a desk|maps a site in one lap
C ports|mining companies|truck makers|car rental companies
Q yards are short of drivers at three in the morning|one accident in five begins with a closed eye|autonomous trucks work on sunny motorways
O moves a trailer every {4-7} minutes day and night|cuts incidents by {35-62} %|pays back in {13-22} months
H handling snow, dust and the unexpected reversing truck|proving safety to those who will be blamed
I Autonomous Vehicles|Transportation|Computer Vision|Robotics|Fleet Management
= fleet
R seat usage
P fleet electrification planner|predictive maintenance service|tyre monitoring system
D tells which vans can go electric this year|sees a gearbox fail two weeks ahead|measures tread while the bus drives in|keeps drivers' hours, fuel and faults in one place
C bus operators|craft businesses with vans|waste collectors|leasing companies
Q fleet managers electrify by rumour|breakdowns are repaired on the roadside at night|tyres are changed too early or too late
O found {30-55} % of vans ready to go electric|avoids {40-66} % of roadside breakdowns|saves {1100-2600} euros per vehicle and year
H predicting rare failures of many models|reading data that makers keep for themselves
I Fleet Management|Automotive|Predictive Analytics|Internet of Things|Logistics
@foodtech 2.4
K food tech
M fermentation in a former brewery|recipes tuned with chefs|cold chain leased by the box|a kitchen designed like a factory|direct contracts with growers|sensors in every oven
S buyers list it once and watch the shelf for eight weeks|taste decides and cannot be argued|kitchens run at two per cent margin
W approval as a novel food could take years|energy prices could make it unprofitable|tastes could move on
R d2c hardware usage commission
N Food|Fork|Plate|Kitchen|Crop|Bite|Harvest|Chef|Feast|Grain|Spoon|Taste
Z Foods|Kitchen|Farms|Food|Provisions
= alt-protein
R wholesale
P fermented protein ingredient|plant-based cheese|cultivated fat ingredient
D brews milk protein without a cow|ripens nut milk like cheese|adds the taste of meat to vegetables|uses starch water that used to be waste
C food manufacturers|pizza chains|canteens|supermarkets
Q dairy emits more than aviation|plant-based food is bought once and not again|proteins taste of peas
O is bought again by {34-52} % of buyers|needs {75-93} % less land|costs {1.2-1.9} times as much as dairy, down from {4-6}
H scaling a living process without losing taste|getting approval before the money runs out
I Food and Beverage|Biotechnology|Food Processing|Nutrition|Sustainability
= restaurants
R seat hardware
P restaurant operating system|kitchen robot|surplus food marketplace
D plans staff, orders and menus from one forecast|cooks two hundred bowls an hour|sells the last pastries before closing|answers the phone and takes the order
C restaurant groups|hotel kitchens|bakeries|university canteens
Q the phone rings when the room is full|kitchens cannot find cooks|restaurants throw away a tenth of what they buy
O cuts food cost by {3-7} points|serves {140-240} meals an hour with {2-3} people|saved {0.4-3.8} million meals
H forecasting lunch on a rainy Tuesday|cleaning a robot as fast as it cooks
I Restaurants|Food and Beverage|Hospitality|SaaS|Point of Sale
= grocery
R d2c
P online farm shop|meal planning app|office canteen without a kitchen
D brings vegetables picked this morning|plans a week's meals from what is on offer|stocks a fridge that bills by itself|leaves the box where the neighbour collects it
C families in cities|people on a diet|offices without a canteen|small farms
Q growers get a fifth of the shelf price|families decide what to eat at six in the evening|offices outside cities have a vending machine
O pays growers {1.6-2.3} times the wholesale price|wastes under {2-5} %|delivers {400-1600} boxes a week
H planning a harvest to the day|delivering cheaply to the third floor
I Grocery|Food Delivery|E-Commerce|Organic Food|Nutrition
= drinks
R d2c wholesale
P alcohol-free spirit brand|specialty coffee subscription|water bottle system for offices
D distils herbs without alcohol|roasts on the day of the order|replaces plastic bottles with a tap that tastes of something|tells the drinker who grew it
C bars|coffee lovers|offices|hotels
Q guests who do not drink get cola|coffee is six months old when it is opened|offices throw away forty bottles per head and year
O is listed in {150-900} bars|ships within {18-36} hours of roasting|avoids {20-70} thousand bottles a month
H giving body without alcohol or sugar|building a taste people return to
I Food and Beverage|Wine And Spirits|Coffee|E-Commerce|Consumer Goods
`;
