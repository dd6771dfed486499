/** Care, hospitals, devices, women's health, mental health, elder care, pets. Format: README.md. */
export const healthFamilies = `
@digital-health 3.2
K digital health
M clinical pathways written with two university hospitals|a medical device certificate of class two|speech models trained on consultations|integration with the six common record systems|a network of nine hundred physicians|reimbursement codes already negotiated
S hospitals buy by tender and by habit|insurers ask for a randomised trial first|doctors accept nothing that adds a click
W reimbursement could be cut at the next review|record vendors could close their interfaces|a data breach would end contracts overnight
R usage seat subscription
N Care|Health|Med|Clinic|Doc|Cura|Pulse|Vita|Well|Heal|Ward|Remedy
Z Health|Care|Medical|Clinics|Med
= telehealth
R treatment usage
P telehealth clinic|remote monitoring service|specialist referral platform
D brings a dermatologist to the patient within a day|watches heart patients at home and calls before they worsen|sends photos instead of people to the specialist|renews prescriptions after a short structured check
C statutory health insurers|heart patients|rural clinics|employers
Q village practices close and nobody follows|heart failure is noticed when the ambulance arrives|patients wait nine weeks for a specialist who needs four minutes
O answers {82-95} % of cases within {12-36} hours|reduced readmissions by {23-41} %|saves patients {60-140} kilometres of travel per visit
H deciding safely who must be seen in person|getting old patients to measure every day
I Health Care|mHealth|Medical|Electronic Health Record (EHR)|SaaS
= scribe
R seat usage
P medical scribe|coding assistant for hospitals|discharge letter writer
D listens to the visit and writes the note in the doctor's style|finds diagnoses that were treated and never billed|drafts the letter while the patient is still dressing|asks one question when something is unclear
C hospital physicians|group practices|emergency departments|psychiatrists
Q doctors spend two hours on notes for each hour with patients|under-coding costs hospitals millions|letters arrive after the patient has seen the next doctor
O saves {70-120} minutes a day and doctor|raises documented complexity by {4-9} %|sends {85-96} % of letters on the day of discharge
H hearing drug names in a loud ward|writing nothing that was not said
I Health Care|Artificial Intelligence|Speech Recognition|Electronic Health Record (EHR)|Medical
= hospital-ops
R seat licence
P operating room planner|bed management system|staffing tool for wards
D predicts how long each operation will take|shows tomorrow's free beds today|builds rosters that nurses have agreed to|keeps instruments, staff and patient in one plan
C hospitals|surgical centres|nursing directors|hospital groups
Q operating rooms stand empty while patients wait for months|beds are found by telephone|rosters are published late and changed daily
O adds {6-13} % more operations with the same rooms|cuts cancelled operations by {25-45} %|lowers agency staffing cost by {30-50} %
H predicting people and not machines|changing a plan while it is running
I Hospital|Health Care|Scheduling|Predictive Analytics|SaaS
= chronic
R treatment outcome
P diabetes programme|digital therapy for back pain|kidney care service
D adjusts insulin advice to meals and sleep|leads patients through exercises and corrects them by camera|finds kidney disease in laboratory data years earlier|pairs each patient with a nurse who answers
C health insurers|people with type 2 diabetes|orthopaedic clinics|employers
Q patients see a doctor four times a year and live with the disease every day|half of all back operations could be avoided|kidney disease is silent until it is late
O lowers long-term blood sugar by {0.7-1.4} points|avoids {1-3} of every {5-6} operations|keeps {62-81} % of patients active after {6-12} months
H changing habits for longer than a season|proving an effect against usual care
I Diabetes|mHealth|Therapeutics|Health Care|Wellness
@medical-devices 2
K medtech
M a sensor the size of a grain of rice|optics borrowed from astronomy|a disposable made on existing lines|algorithms cleared by regulators in two regions|a patent family of eleven|clinical data from three centres
S surgeons choose the tools they were trained on|hospital value committees meet twice a year|distributors want exclusivity before volume
W a trial could miss its endpoint|a large maker could design around the patents|approval could take a year longer than planned
R hardware usage licence
N Medi|Bio|Cardio|Ortho|Neuro|Scope|Lumen|Suture|Vaso|Onco|Derma|Opti
Z Medical|Devices|Surgical|Diagnostics|MedTech
= imaging
P portable ultrasound probe|low-field MRI scanner|retinal camera
D lets a midwife scan in a village without power|brings imaging to the bed instead of the patient to imaging|screens for three eye diseases in ninety seconds|guides the user's hand until the picture is good
C midwives|emergency departments|eye clinics|army medical services
Q two thirds of the world has no access to imaging|moving an intensive care patient needs four people|diabetics go blind between two appointments
O costs {75-92} % less than a standard machine|gives a usable image in {88-96} % of first attempts|screens {40-90} patients a day with one nurse
H getting a clear image from weak signals|making an expert's device safe for a beginner
I Medical Device|Health Diagnostics|Hardware|Medical|Health Care
= surgery
P surgical robot for small clinics|smart implant|bone screw that dissolves
D steadies instruments to a tenth of a millimetre|reports from inside the joint how healing goes|avoids the second operation to take metal out|fits through the door of an ordinary theatre
C orthopaedic surgeons|day surgery centres|trauma clinics|spine surgeons
Q surgical robots cost two million and fill a room|implants fail silently for a year|children are operated on twice for one fracture
O shortens operations by {12-26} %|costs a {4-9}th of established systems|avoids {80-95} % of removal operations
H building precision that survives sterilisation|powering a sensor inside the body for ten years
I Medical Device|Robotics|Therapeutics|Hospital|Biotechnology
= monitoring
P cuffless blood pressure monitor|sepsis early warning patch|sleep apnoea test for home
D measures blood pressure at every heartbeat|smells sepsis hours before the fever|replaces a night in the sleep laboratory|sends only what a nurse must see
C cardiologists|intensive care units|sleep clinics|care homes
Q blood pressure is measured when the patient is nervous|every hour of delay in sepsis costs lives|sleep laboratories have waiting lists of half a year
O agrees with the arterial line within {3-5} mmHg|warns {4-9} hours earlier|diagnoses at home in {2-4} nights
H separating signal from movement|keeping alarms rare and right
I Wearables|Medical Device|Health Diagnostics|Sensor|Health Care
= assistive
P exoskeleton for nurses|hearing device|bionic hand
D carries half the weight of a nurse's lift|turns any earphone into a fitted hearing aid|gives feedback that the wearer can feel|adapts to the user within a week
C rehabilitation clinics|people with hearing loss|amputees|warehouse operators
Q nurses retire with broken backs at fifty-eight|four of five people who need a hearing aid have none|prostheses end up in drawers
O costs {50-80} % less than comparable aids|is worn {9-14} hours a day|restores {60-85} % of grip functions
H reading intention from noisy muscles|making it light enough to be forgotten
I Assistive Technology|Rehabilitation|Medical Device|Robotics|Wearables
@femtech 1
K femtech
M studies with four thousand cycles|at-home samples read by a licensed laboratory|gynaecologists on every shift|hormone models per person|pelvic sensors tested in three clinics|data that never leaves the phone
S insurers file it under lifestyle|few buyers have felt the problem themselves|advertising platforms reject the words
W a privacy scandal elsewhere could scare users away|clinics could bring the service in-house|evidence could prove thinner in large groups
R subscription usage hardware
N Luna|Femi|Bloom|Iris|Cycle|Eve|Flora|Venus|Ova|Mira|Nova|Aura
Z Health|Women's Health|Fertility|Care|Clinic
= fertility
R treatment
P fertility clinic with fixed prices|hormone test for home|embryo selection tool
D offers cycles at one price, whatever happens|tells women their hormone picture in five days|ranks embryos from time-lapse films|freezes eggs near home instead of in the capital
C women over thirty|couples with infertility|fertility clinics|employers
Q couples pay for each attempt and are told little|women learn of low reserve when it is late|embryos are graded by eye
O brings pregnancies per cycle to {38-47} %|answers in {3-6} days|costs {30-50} % less than the city average
H predicting what biology decides|standardising clinics that differ by hand
I Fertility|Health Care|Women's|Health Diagnostics|Biotechnology
= menopause
R treatment
P menopause clinic|endometriosis programme|pelvic floor trainer
D adjusts hormone therapy month by month|shortens the way to an endometriosis diagnosis|turns exercises into a game that can be felt|connects work, doctor and daily life
C women in midlife|gynaecologists|health insurers|new mothers
Q menopause is treated with advice to be patient|endometriosis takes eight years to be named|pelvic floor exercises are done wrong and given up
O relieves symptoms in {68-84} % of patients within {8-14} weeks|cuts time to diagnosis by {4-6} years|reduces leakage in {71-88} % of users
H dosing for a body that changes weekly|building evidence where little was funded
I Women's|Health Care|mHealth|Medical Device|Wellness
= maternity
R treatment
P postnatal care service|pregnancy monitor|donor milk bank
D sends a midwife in the first night home|watches high-risk pregnancies from home|pasteurises donor milk in small hospitals|screens mothers for depression in a chat they trust
C maternity wards|pregnant women|health insurers|midwives
Q mothers are sent home after two days and alone|high-risk pregnancies mean weeks in hospital|premature babies lack milk that others pour away
O reaches {74-90} % of mothers in week one|avoids {20-38} % of hospital days|provides {200-900} litres of milk a month
H hearing a small heart through a moving belly|being there at three in the morning
I Health Care|Parenting|Women's|mHealth|Child Care
@mental-health 1.3
K mental health
M therapists supervised every fortnight|sessions measured with standard questionnaires|groups of six matched by life and not by label|exercises from published manuals|a clinician behind every message|virtual reality scenes built with patients
S health plans pay little for talk|clinicians doubt software that talks|demand is endless and payment is not
W rules on digital therapy could tighten|therapists could leave for private practice|a harmful case would be public
R subscription usage seat
N Mind|Calm|Mood|Serene|Still|Psyche|Haven|Breathe|Ease|Solace|Anchor|Kind
Z Health|Mind|Therapy|Wellness|Care
= therapy
R treatment
P online therapy practice|group therapy platform|therapy for teenagers
D starts therapy within six days|matches people into small groups with a therapist|meets teenagers in the evening on their phones|measures progress before every session
C adults with anxiety|health plans|schools|universities
Q therapy has waiting lists of five months|nobody measures whether therapy helps|teenagers do not call a practice
O improves symptoms in {61-78} % of patients by week {8-12}|starts within {3-8} days|keeps {70-86} % to the end of treatment
H keeping quality with a thousand therapists|recognising danger through a screen
I Psychology|Health Care|mHealth|Wellness|Personal Health
= sleep-stress
R subscription treatment
P sleep programme|breathing sensor|addiction recovery app
D teaches the method that works better than pills|guides breathing by a touch on the wrist|answers a craving within a minute|involves a partner when the user wants it
C shift workers|pilots|people who want to drink less|clinics for addiction
Q sleeping pills are prescribed for years|stress is measured and never treated|cravings come at night, when clinics are closed
O adds {38-64} minutes of sleep|halves the use of sleeping pills in {6-10} weeks|keeps {41-58} % sober after {6-9} months
H being there at the minute of weakness|proving effects without a pill to count
I Wellness|Personal Health|mHealth|Psychology|Wearables
= neuro
R hardware treatment
P neurofeedback headset|dementia screening test|speech therapy app
D trains attention with signals from the scalp|finds early dementia in how a person speaks|lets stroke patients practise speech every day|shows families what still works
C schools|memory clinics|stroke patients|neurologists
Q attention problems are treated with pills alone|dementia is named three years after the family knew|speech therapy ends when the budget does
O improves attention scores by {11-24} %|detects decline with {84-93} % sensitivity|gives patients {5-9} times as much practice
H telling age from illness|reading brains through hair and movement
I Neuroscience|Health Diagnostics|Rehabilitation|Health Care|Artificial Intelligence
@elder-care 1
K age tech
M radar that sees a fall and no face|carers employed and not brokered|medication packs filled by robots|a call centre of retired nurses|tablets with four large buttons|contracts with municipal care offices
S families decide in a crisis and by recommendation|municipalities pay months later|old people do not want to be monitored
W a shortage of carers could stop growth|care budgets could shrink|a missed fall would undo trust
R subscription usage service
N Silver|Elder|Age|Golden|Home|Gentle|Comfort|Kin|Evergreen|Oak|Hearth|Tender
Z Care|Homecare|Senior Living|Living|Assist
= homecare
R treatment
P tech-driven home care agency|carer matching service|medication dispenser
D plans routes so that the same carer returns|pays carers by salary and not by visit|gives the right pills at the right hour|writes the care record from a spoken note
C families of old people|municipal care offices|home care agencies|pharmacies
Q old people meet twenty strangers in a month|carers earn nothing on the way between visits|a quarter of all pills is taken wrongly
O lets one planner serve {120-200} clients|keeps {78-91} % of carers for more than a year|lowers missed doses to under {2-4} %
H planning a day that changes at six in the morning|paying well out of fixed tariffs
I Elder Care|Home Health Care|Health Care|Nursing and Residential Care|Scheduling
= safety-home
R hardware subscription
P fall detector without a camera|companion device|kitchen safety system
D notices a fall behind a closed bathroom door|calls the family when a routine breaks|switches the stove off before the smoke|reads letters aloud and dials by a name
C people over seventy-five|sheltered housing operators|housing associations|relatives living abroad
Q people lie on the floor for hours|emergency buttons hang on the wall|relatives learn of a problem at Christmas
O detects {94-98} % of falls with fewer than {1-2} false alarms a month|postpones moving to a home by {9-16} months|is kept by {86-95} % of users after a year
H telling a fall from a dropped coat|working in any flat without a technician
I Elderly|Assisted Living|Internet of Things|Smart Home|Elder Care
@pets 0.9
K pet care
M recipes by veterinary nutritionists|a laboratory for animal samples|a network of two hundred clinics|sensors in the collar|a pool of insured sitters|genetic data of ninety thousand dogs
S owners love their vet and distrust the internet|small baskets make delivery dear|clinics are bought by chains that decide centrally
W spending on pets could fall in a recession|large food makers could copy the product|an unsafe batch would be remembered
R d2c subscription commission
N Paw|Pet|Tail|Fetch|Whisker|Bark|Purr|Vet|Hound|Kitten|Fur|Bone
Z Pets|Vet|Pet Care|Petfood|Clinics
= vets
R treatment
P veterinary clinic group|online vet service|practice system for vets
D lets vets own shares in their clinic|answers worried owners at night|sends reminders that owners act on|reads x-rays of dogs and horses
C dog and cat owners|stables|veterinary practices|pet insurers
Q vets leave the profession after seven years|owners drive to the night clinic for nothing|practices run on software from the nineties
O reduces vet turnover by {30-55} %|settles {58-76} % of cases without a visit|adds {9-18} % revenue per practice
H reading images of forty species|keeping doctors in a tired profession
I Veterinary|Pet|Health Care|SaaS|Medical
= food
R d2c
P fresh food service for dogs|pet supplement brand|insect protein feed
D cooks meals to the dog's weight and illness|tests each batch and publishes the result|replaces beef with insect protein|delivers frozen portions every three weeks
C dog owners|cats with kidney disease|pet shops|breeders
Q every second dog is overweight|kibble is bought by the picture on the bag|pet food has the footprint of a small country
O brings {60-78} % of dogs to normal weight|keeps {66-80} % of subscribers for a year|emits {55-80} % less carbon than beef
H cooking for ten thousand different dogs|delivering cold at the price of dry
I Pet|Nutrition|E-Commerce|Consumer Goods|Food Processing
`;
