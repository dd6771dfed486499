/** Biotechnology, drug discovery, chips, quantum, space, materials. Format: README.md. */
export const scienceFamilies = `
@biotech 2.6
K biotech
M cell lines that grow without serum|a screening robot running day and night|proteins designed on the computer and made in a week|a licence from a university hospital|long-read sequencing in house|animal data in two species
S partners wait for human data before they pay|tests are not reimbursed in their first years|laboratories change suppliers only between projects
W a safety signal could end the lead programme|a competitor could read out first|the next round could close before the data arrive
R licence royalty service
N Gene|Bio|Cell|Helix|Gen|Proto|Vita|Nucle|Zyme|Omic|Codon|Plasma
Z Therapeutics|Biosciences|Bio|Genomics|Pharma
= discovery
R royalty
P drug discovery platform|protein design engine|antibody discovery service
D predicts toxicity before the first mouse|tests ten thousand variants in a week|designs binders for targets that others gave up|finds new uses for shelved compounds
C pharmaceutical companies|biotech companies without a laboratory|rare disease foundations|research hospitals
Q nine of ten drug candidates fail in people|good targets are called undruggable for decades|a screening campaign takes a year and two million
O brought {2-5} programmes to lead stage in {11-19} months|hits in {12-30} % of designs instead of {0.1-0.9} %|has {2-6} partnered programmes
H predicting how a molecule behaves in a living body|making what was designed
I Biotechnology|Pharmaceutical|Biopharma|Artificial Intelligence|Life Science
= celltherapy
R royalty
P cell therapy for solid tumours|gene therapy company|manufacturing service for cell therapies
D arms the patient's own cells against a marker of the tumour|delivers genes to the ear with a single injection|makes a dose in five days instead of twenty-five|releases each batch with tests done on the line
C cancer centres|children with inherited deafness|biotech companies|transplant clinics
Q patients die while their cells are grown|gene therapies reach the liver and little else|a cell therapy costs four hundred thousand a patient
O shrank tumours in {5-9} of {12-14} patients|reached {61-84} % of target cells in primates|cuts cost of goods by {60-80} %
H growing living medicine the same way every time|reaching one organ and sparing the others
I Biotechnology|Therapeutics|Genetics|Biopharma|Health Care
= diagnostics
R treatment
P blood test for early cancer|rapid infection test|microbiome laboratory
D finds cancer signals in a tube of blood|tells bacterial from viral in twelve minutes|turns a stool sample into a treatment plan|reads antibiotic resistance on the day of admission
C screening programmes|general practitioners|gastroenterologists|intensive care units
Q most cancers are found when they are felt|antibiotics are prescribed to be on the safe side|cultures take three days and patients do not wait
O detects {55-78} % of stage two cancers at {99-99} % specificity|avoids {30-48} % of antibiotic prescriptions|answers in {10-25} minutes
H finding one altered fragment among a million|running a laboratory test at a desk
I Health Diagnostics|Biotechnology|Clinical Trials|Genetics|Medical
= tools
R hardware licence
P automated cell culture system|single-cell analysis kit|laboratory notebook
D feeds and photographs cultures over the weekend|profiles ten thousand cells from one biopsy|records every step as it is done|shares protocols that run the same elsewhere
C university laboratories|contract research organisations|vaccine makers|biotech start-ups
Q experiments fail because somebody went home|a biopsy is used up by one question|half of published results cannot be repeated
O raises successful cultures from {55-70} % to {90-97} %|costs {40-65} % less per sample|frees {14-22} hours a week per scientist
H handling living cells without contaminating them|standardising what every laboratory does its own way
I Life Science|Biotechnology|Bioinformatics|Robotics|Hardware
= trials
R service usage
P clinical trial recruitment service|decentralised trial platform|synthetic control arm provider
D finds eligible patients in hospital records overnight|visits participants at home instead of calling them in|replaces half of a placebo group with past data|keeps sites, sponsors and patients on one timeline
C pharmaceutical sponsors|contract research organisations|university hospitals|rare disease foundations
Q four of five trials start late for lack of patients|participants drop out because the clinic is far|rare diseases have more trials than patients
O recruits {2-4} times as fast|keeps {89-96} % of participants to the end|saves {5-9} months per trial
H reading eligibility out of doctors' notes|convincing regulators that past data can stand in
I Clinical Trials|Health Care|Biopharma|Bioinformatics|SaaS
@semiconductors 1.3
K semiconductor
M a test chip measured in two foundries|a compiler that hides the hardware|an interposer made in Europe|analogue memory cells|a verified open instruction set|photonic components grown on silicon
S design wins take three years to become orders|customers want a second source before the first|every buyer asks who else has taped out
W a mask error could cost a year|a large chip maker could enter the niche|export rules could close a market
R licence hardware royalty
N Chip|Silicon|Wafer|Gate|Volt|Photon|Logic|Micro|Core|Lumen|Qubit|Nano
Z Semiconductor|Silicon|Photonics|Devices|Microsystems
= chips
P inference chip for batteries|analogue AI processor|radio chip for sensors
D recognises speech on a coin cell for a year|computes inside the memory instead of moving data|wakes a sensor only when something happens|runs existing models after one compile
C hearing aid makers|camera makers|industrial sensor companies|car suppliers
Q the cloud is too far for a brake|moving data costs more energy than computing with it|sensors send everything and die in a month
O uses {8-25} times less energy per inference|runs {2-5} years on one battery|costs under {2-6} dollars in volume
H keeping analogue circuits exact over temperature|making software people compile without help
I Semiconductor|Application Specific Integrated Circuit (ASIC)|Artificial Intelligence|Embedded Systems|Hardware
= photonics
P optical interconnect|lidar on a chip|laser for data centres
D moves data between processors by light|steers a beam without moving parts|fits standard packages|measures gas, blood or distance with one platform
C data centre operators|carmakers|telecom equipment makers|makers of medical devices
Q copper is the bottleneck of large models|lidar is too dear for ordinary cars|lasers fail first and cost most
O cuts link energy by {60-85} %|sees {180-260} metres at a tenth of the cost|runs at {90-110} degrees without cooling
H coupling light into a chip at volume|finding test equipment that does not exist yet
I Optical Communication|Semiconductor|Laser|Data Center|Hardware
= quantum
P quantum processor|quantum control system|post-quantum encryption kit
D holds qubits stable for long enough to matter|controls a thousand qubits with one rack|replaces encryption before it can be broken|lets chemists run circuits without physics
C research centres|chemical companies|banks|defence agencies
Q chemists cannot compute the reactions they sell|quantum machines need a room of cables per qubit|secrets stolen today will be read in ten years
O reaches {99.2-99.8} % gate fidelity|cuts wiring by {80-95} %|migrates a system in {3-7} months
H correcting errors faster than they arise|selling a computer before it is useful
I Quantum Computing|Hardware|Cyber Security|Semiconductor|Nanotechnology
= eda
R licence seat
P chip design assistant|verification tool|circuit simulator
D lays out analogue blocks in hours|writes test benches from the specification|checks a design before the mask is paid|finds corner cases that simulation never meets
C chip design teams|university spin-offs|system makers|foundries
Q analogue layout is still done by hand|verification eats two thirds of a chip budget|one missed case costs a mask set
O lays out a block in {2-6} hours instead of {3-5} weeks|cuts verification time by {30-55} %|found {4-15} faults before tape-out
H proving absence and not only presence of faults|learning from designs nobody may share
I Electronic Design Automation (EDA)|Semiconductor|Simulation|Software|CAD
@space 0.9
K space tech
M engines printed in one piece|a ground network on five continents|flight heritage since three launches|sensors cooled without moving parts|software tested on an orbiting spare|a launch contract for eight satellites
S agencies pay well and late|insurers want flight hours that nobody has|every customer wants to be second
W a launch could fail|a government programme could be cancelled|orbits could become too crowded to insure
R service usage hardware
N Orbit|Astro|Nova|Stella|Apogee|Zenith|Aero|Luna|Sol|Perigee|Cosmo|Vector
Z Space|Aerospace|Orbital|Systems|Launch
= satellites
R usage service
P thermal imaging constellation|satellite bus|ground station network
D measures the temperature of every field each night|builds a satellite in nine weeks|sells antenna time by the minute|finds methane leaks from orbit
C agricultural insurers|energy companies|defence ministries|satellite operators
Q leaks are found by walking along the pipe|each satellite is built like a watch|small satellites wait hours to send their data
O sees leaks from {80-200} kilograms an hour|costs {50-75} % less per satellite|delivers images within {20-50} minutes
H cooling a sensor on twenty watts|talking to objects at eight kilometres a second
I Aerospace|Satellite Communication|Geospatial|Hardware|Advanced Materials
= launch
R service
P small launcher|orbital transfer vehicle|debris removal service
D launches from a ship|takes a satellite from the drop-off to its orbit|grabs dead satellites and brings them down|refuels where it used to be impossible
C satellite operators|space agencies|insurers|research institutes
Q shared rockets drop everyone at the same stop|a broken satellite means a new one|dead satellites stay for a century
O flies for under {6-14} thousand dollars a kilogram|moves {120-400} kilograms between orbits|extends missions by {3-6} years
H catching something that tumbles|testing on earth what happens without weight
I Aerospace|Space Travel|Robotics|Mechanical Engineering|Transportation
@materials 1.2
K advanced materials
M a reactor running since last summer|catalysts without precious metals|a library of two thousand tested recipes|feedstock contracts for ten years|machine learning on failed experiments|pilot production of three tonnes a month
S qualification in industry takes two to four years|buyers praise green and pay for cheap|a sample is easy and a tonne is not
W scale-up could reveal a side reaction|oil prices could fall and stay there|a large chemical group could copy the recipe
R licence royalty hardware
N Poly|Mater|Alloy|Fiber|Carbon|Myco|Graph|Cera|Resin|Nano|Terra|Elemental
Z Materials|Chemicals|Composites|Labs|Industries
= bioplastics
P compostable packaging film|mycelium leather|bio-based resin
D replaces plastic in existing machines|grows sheets from farm waste in nine days|cures at room temperature without solvents|breaks down in a home compost
C food packers|fashion houses|furniture makers|boat builders
Q compostable film tears on fast lines|leather takes three years and a cow|resins poison the people who use them
O runs at {90-100} % of normal line speed|emits {60-88} % less carbon|costs within {5-20} % of the fossil product
H surviving moisture and then falling apart|growing evenly at the size of a hall
I Advanced Materials|Packaging Services|Sustainability|Chemical|Manufacturing
= batteries-mat
P sodium battery cell|silicon anode material|battery recycling plant
D stores power without lithium or cobalt|adds a fifth of range in the same cell|recovers metals at room temperature|charges in the cold
C grid storage developers|carmakers|battery factories|power tool makers
Q lithium comes from five places and one refiner|winter takes a third of the range|old batteries are shredded and lose their value
O reaches {3000-7000} cycles|stores at {25-45} % lower cost|recovers {93-98} % of nickel and cobalt
H keeping cells alive through thousands of cycles|sorting batteries that nobody labelled
I Battery|Energy Storage|Advanced Materials|Recycling|Chemical Engineering
= construction-mat
P low-carbon cement|aerogel insulation panel|wood-based steel substitute
D sets like cement and stores carbon instead of emitting it|insulates with a third of the thickness|replaces steel beams up to six floors|uses waste from the mill next door
C concrete producers|housing associations|timber construction firms|builders
Q cement emits more than all aircraft|old houses have no room for thick insulation|steel is ordered before the timber is considered
O emits {55-90} % less per tonne|insulates {2-3} times as well|passed {3-8} national fire tests
H meeting standards written for the old material|making thousands of tonnes the same way
I Building Material|Advanced Materials|Construction|Green Building|CleanTech
`;
