/** Factories, robots, drones, farms, sensors, chemistry of production. Format: README.md. */
export const industryFamilies = `
@manufacturing 2.3
K industrial tech
M a kit that reads any machine made since 1970|process models from eighty plants|engineers who have run lines themselves|an open interface to control systems|measurements traced to national standards|a pilot line open to customers
S plants change nothing in the months that matter|a maintenance chief trusts a colleague and nobody else|every plant demands its own proof
W a downturn would freeze plant budgets|control system makers could close interfaces|one stopped line would cost the reference
R licence hardware usage seat
N Fab|Mill|Forge|Plant|Works|Industrial|Machine|Tool|Line|Metal|Axis|Torque
Z Industries|Automation|Manufacturing|Machines|Systems
= shopfloor
P production planning system|machine monitoring kit|digital work instruction tool
D replans the week within a minute when a machine fails|reads a machine's state from its current|shows the next step on the part itself|keeps a record for each serial number
C metalworking shops|packaging plants|aircraft suppliers|furniture factories
Q the plan is wrong by nine in the morning|nobody knows whether a machine runs, waits or stands|instructions hang on the wall in the version of 2014
O delivers {88-96} % of orders on time instead of {60-75} %|raises machine use by {11-24} %|cuts assembly errors by {40-65} %
H planning what depends on people, tools and luck|understanding machines older than their manuals
I Manufacturing|Industrial Automation|Software|Internet of Things|Industrial
= additive
R usage
P metal printing service|printed mould maker|on-demand parts network
D prints spare parts from certified powder|makes an injection mould in four days|sends a drawing to the shop with free capacity|measures each part before it leaves
C railway operators|medical device makers|prototype teams|pump makers
Q a casting for an old locomotive takes ten months|moulds cost forty thousand before the first part|shops stand idle three streets from a shop that is full
O delivers in {4-12} days|costs {45-70} % less than a steel mould below {800-3000} parts|rejects under {0.5-1.5} %
H printing metal with the strength of forgings|promising tolerances on machines it does not own
I 3D Printing|Manufacturing|Industrial Manufacturing|Hardware|Mechanical Engineering
= maintenance
P vibration sensor kit|maintenance assistant|leak detection service
D hears a bearing fail three weeks ahead|answers a mechanic from nine thousand pages of manuals|finds compressed air leaks with a microphone array|orders the part together with the repair
C paper mills|breweries|wastewater plants|car factories
Q machines are repaired after they stop|the one mechanic who knows the press retires in June|a third of compressed air escapes unheard
O avoids {52-78} % of unplanned stops|shortens repairs by {25-45} %|saves {30-190} thousand euros a year per plant
H telling a failing bearing from a passing forklift|answering only what the manual supports
I Predictive Analytics|Industrial|Internet of Things|Sensor|Industrial Automation
= quality
R hardware seat
P inline measuring system|laboratory automation for plants|traceability platform
D measures every part instead of one in fifty|runs the hourly sample without a laboratory assistant|follows a batch from mine to shelf|stops the line before scrap becomes a pallet
C glass makers|dairies|steel producers|toy makers
Q faults are found at the customer's|samples are taken hourly and results come after the shift|a recall takes back everything because nobody knows which batch
O lowers scrap from {5-9} % to {1-3} %|gives results in {4-12} minutes|narrows recalls to {1-4} % of output
H measuring hot, wet and shining things|joining records of forty suppliers
I Quality Assurance|Manufacturing|Test and Measurement|Food Processing|Computer Vision
@robotics 1.6
K robotics
M grippers printed for each product|a controller that learns from corrections|safety certified for work beside people|parts bought from stock only|a simulator matched to the real arm|remote help within a minute
S a robot is bought once, and then everybody waits and sees|integrators stand between maker and user|the first purchase needs three signatures
W cheaper arms from abroad could undercut it|a safety incident would stop sales|customers could wait for humanoid machines
R hardware usage licence
N Robo|Motion|Mech|Servo|Grip|Arm|Auto|Kinetic|Joint|Actu|Andro|Nimble
Z Robotics|Robots|Automation|Motion|Machines
= arms
P welding robot for small shops|picking arm|laboratory robot
D learns a weld by being led once|picks mixed goods from a bin|pipettes through the night and reports at seven|is rented by the month
C metal shops|online pharmacies|diagnostic laboratories|plastics processors
Q small shops cannot find welders|bins of mixed parts defeat ordinary robots|trained assistants pipette for six hours a day
O is set up for a new part in {8-25} minutes|picks {550-900} items an hour|pays back in {7-15} months
H seeing seams through smoke and glare|grasping the thing nobody programmed
I Robotics|Industrial Automation|Manufacturing|Hardware|Artificial Intelligence
= field-robots
P weeding robot|solar panel cleaning robot|pipe inspection crawler
D pulls weeds without chemicals|cleans panels without water|crawls through pipes that cannot be shut down|charges itself at the edge of the field
C vegetable growers|solar park operators|water utilities|refineries
Q hand weeding costs more than the crop earns|dust takes a fifth of a solar park's yield|pipes are dug up to be looked at
O weeds {3-8} hectares a day|raises yield by {9-21} %|inspects {1-4} kilometres a shift
H telling a seedling from a weed|moving where no signal reaches
I Robotics|AgTech|Renewable Energy|Hardware|Autonomous Vehicles
= service-robots
P disinfection robot|delivery robot for hospitals|window cleaning machine for towers
D disinfects a room in nine minutes|brings samples to the laboratory and takes the lift|cleans a façade without people on ropes|reports what it has not reached
C hospitals|cleaning companies|property owners|airports
Q infections in hospital cost more lives than traffic|nurses walk five kilometres a shift with tubes|façade cleaning is the most dangerous job in the building
O removes {99.1-99.9} % of germs|saves {25-60} minutes per nurse and shift|cleans {300-700} square metres an hour
H using lifts, doors and corridors made for people|working in wind
I Robotics|Health Care|Hospital|Facility Management|Hardware
@drones 0.8
K drone
M autonomous docking in any weather|a permit to fly beyond sight|hydrogen tanks for four hours of flight|radar on the ground|models of four thousand kilometres of line|motors that fold
S every flight needs a permit somewhere|utilities buy through framework contracts|pilots fear for their work
W rules for airspace could tighten|import bans could hit parts|a crash over people would end it
R usage hardware service
N Aero|Sky|Wing|Drone|Hover|Flight|Rotor|Hawk|Air|Glide|Alti|Swift
Z Aerial|Drones|Aviation|Robotics|Air
= inspection
P power line inspection service|drone in a box|bridge inspection platform
D flies along lines and ranks each fault|takes off by itself when an alarm rings|compares a crack with last year's|works at night with heat and sound
C grid operators|security services|road authorities|wind park operators
Q helicopters look at a pylon for four seconds|a guard needs twelve minutes to the far fence|cracks are measured with a ruler from a rope
O costs {50-75} % less than a helicopter|is on site within {45-90} seconds|finds {2-4} times as many faults
H flying close to metal without a compass|naming faults that occur once in a thousand pylons
I Drones|Drone Management|Energy|Computer Vision|Geospatial
= cargo
P medical delivery drone|heavy cargo aircraft|parcel drone for islands
D brings blood to clinics without roads|carries two hundred kilograms between depots|lands on a table-sized pad in wind|returns with samples
C health ministries|island communities|mining companies|parcel services
Q blood expires in the capital and is missing in the hills|a part worth ninety euros needs a ferry|valleys are cut off for three winter weeks
O delivers in {18-45} minutes instead of {3-7} hours|flies {120-380} kilometres|has made {2-90} thousand deliveries
H landing safely where nobody waits|winning permits in country after country
I Drones|Delivery Service|Air Transportation|Health Care|Logistics
@agtech 1.9
K agtech
M soil data from sixty thousand fields|seeds bred without genetic engineering|microbes kept alive at room temperature|advice tested on forty demonstration farms|satellite pictures every second day|contracts in the farmer's language
S farmers buy once a year and ask their neighbour|distributors earn more with chemicals|proof takes a whole season
W a dry year could stop investment|subsidies could be rewritten|large seed companies could buy the channel
R usage hardware commission subscription
N Agri|Farm|Field|Crop|Soil|Seed|Harvest|Acre|Root|Grain|Orchard|Furrow
Z Farms|Agriculture|Ag|Agri|Growers
= crop
R usage hardware
P irrigation controller|crop advisory service|biological fungicide
D waters by what the plant needs and not by the clock|tells smallholders by phone when to sow and spray|protects vines with a microbe found on vines|pays attention to tomorrow's weather
C almond growers|smallholder farmers|winegrowers|sugar mills
Q growers water too much because too little costs the crop|advice reaches smallholders when the pest has|vines are sprayed eleven times a summer
O saves {22-43} % of water|raises yields by {14-36} %|replaces {3-6} of {8-11} sprayings
H measuring thirst through bark and leaf|keeping microbes alive in a farmer's shed
I AgTech|Agriculture|Farming|Water|Biotechnology
= livestock
R hardware
P health collar for cows|fish farm camera|feed additive against methane
D recognises illness two days before the farmer|counts lice on salmon without a net|cuts methane with a spoonful of algae|works without a mobile signal
C dairy farms|salmon farms|beef producers|veterinary practices
Q a sick cow is seen when milk is lost|salmon are counted by catching them|cattle emit as much as a country of cars
O reduces antibiotics by {28-49} %|counts with {95-98} % accuracy|lowers methane by {30-62} %
H reading illness from chewing and steps|growing enough algae at a farmer's price
I Livestock|AgTech|Agriculture|Aquaculture|Animal Feed
= indoor
R wholesale
P vertical farm|greenhouse autopilot|mushroom farm in containers
D grows herbs beside the supermarket|runs a greenhouse better than its best grower|grows mushrooms on coffee grounds|uses waste heat from next door
C supermarket chains|greenhouse growers|restaurants|desert countries
Q herbs travel three days and last two|good growers retire and are not replaced|cities throw away what mushrooms love
O uses {88-96} % less water|raises yield by {8-17} %|harvests {40-260} kilograms a day
H making light cheaper than the sun|predicting a plant five weeks ahead
I Hydroponics|AgTech|Horticulture|Food and Beverage|Internet of Things
= farm-markets
R commission
P grain marketplace|farm machinery sharing service|farm finance platform
D sells grain at tomorrow's price from the combine|books a neighbour's harvester|finances seed against the contract|pays on delivery
C grain farmers|contractors|cooperatives|food processors
Q farmers sell on the day the silo is full|a harvester stands for eleven months|seed must be paid before anything grows
O adds {4-11} dollars a tonne|raises machine use from {9-14} to {30-55} days a year|financed {900-14000} farms
H building trust among neighbours who compete|pricing quality before the laboratory has
I Agriculture|Marketplace|AgTech|FinTech|Farmers Market
@iot 1.4
K IoT
M batteries that last fifteen years|a radio that reaches nine kilometres|sensors printed on film|a data model shared by all devices|devices updated over the air since day one|certificates burned in at production
S pilots end with a hundred devices|somebody has to screw it on|buyers want a result and no device
W networks could be switched off|chips could be short again|a flaw in the firmware could hit every customer
R hardware usage subscription
N Sense|Link|Signal|Beacon|Node|Pulse|Meter|Ping|Radio|Tag|Probe|Wave
Z Sensors|IoT|Networks|Devices|Systems
= sensors
P asset tracker|water leak sensor|cold chain logger
D reports a crate's place once a day for ten years|shuts the valve before the cellar is full|proves that a vaccine was never warm|is installed in four minutes without tools
C container lessors|insurers|vaccine distributors|construction equipment renters
Q a tenth of all crates is lost each year|water damage costs more than fire|vaccines are thrown away on suspicion
O cuts losses by {55-80} %|prevents {70-90} % of water damage|saves {9-20} % of doses
H sending from inside a steel box|being cheap enough to lose
I Internet of Things|Sensor|Hardware|Logistics|Wireless
= connectivity
P private radio network kit|satellite link for sensors|connectivity management platform
D covers a port with its own network in a week|sends twenty bytes from anywhere on earth|switches between networks before the line breaks|shows each device's cost
C ports|environmental agencies|vehicle makers|meter operators
Q wireless networks fail where steel moves|two thirds of the planet have no signal|fifty contracts connect one fleet
O covers {1-6} square kilometres per station|costs {1-4} dollars a device and month|keeps {99.2-99.9} % of devices reachable
H staying connected among moving steel|fitting a satellite link into a penny's power
I Wireless|Internet of Things|Telecommunications|Communications Infrastructure|Network Hardware
= cities
P parking guidance system|street light controller|noise camera
D leads drivers to a free space|dims lights where nobody walks|finds the one car that wakes a street|gives planners a year of honest figures
C cities|shopping centres|road authorities|airports
Q a third of inner-city traffic looks for parking|lamps burn for empty roads|noise limits exist and nobody measures
O cuts search time by {32-54} %|saves {48-71} % of lighting energy|identifies the source in {89-96} % of events
H seeing cars without seeing people|lasting through winters on poles
I Smart Cities|Internet of Things|Parking|Sensor|GovTech
`;
