/** Games, music, video, news, events. Format: README.md. */
export const mediaFamilies = `
@games 1.5
K gaming
M an engine of its own that runs on old phones|writers from theatre and radio|servers that move to the players|a test community of nine thousand|art drawn by hand|physics that runs the same on every device
S publishers sign what sold last year|stores decide who is seen|players forgive little in the first ten minutes
W a store could change its rules|a hit cannot be planned|advertising for players could become too dear
R freemium royalty d2c advertising
N Game|Play|Pixel|Quest|Level|Arcade|Joy|Dragon|Dice|Boss|Loot|Sprite
Z Games|Studios|Interactive|Entertainment|Play
= studios
R game
P cooperative mobile game|strategy game for lunch breaks|game studio for licensed worlds
D lets two people on two phones solve one puzzle|fits a whole campaign into nine minutes|turns a comic into a game in ten months|sells costumes and never advantages
C players over thirty|families|comic publishers|streaming services
Q mobile games ask for money before they are fun|grown-ups have nine minutes and games want nine hours|good stories become bad games
O keeps {31-46} % of players after a week|is played {4-7} times a week|earned back its cost in {5-11} months
H making two people wait for each other happily|finishing on the planned day
I Gaming|Mobile Apps|Video Games|Casual Games|Online Games
= tools-games
R usage seat
P multiplayer backend|playtest platform|anti-cheat service
D hosts matches near the players|finds two hundred testers by tomorrow|recognises cheating by behaviour and not by files|tells where players stop and why
C independent studios|publishers|tournament organisers|console game developers
Q a launch fails because the servers do|studios test on friends who are polite|one cheater empties a lobby
O starts a server in {2-9} seconds|delivers test reports within {16-30} hours|removes {88-96} % of cheaters within {2-5} matches
H scaling for a launch nobody can predict|being sure before accusing somebody
I Gaming|Developer Tools|Video Games|Cloud Computing|MMO Games
= esports
R subscription advertising
P school esports league|coaching platform for players|fantasy league app
D runs leagues for schools with teachers in charge|reviews a match and shows three mistakes|scores amateur football every Sunday|keeps playing time within limits
C schools|ambitious players|amateur football fans|broadcasters
Q young people play alone and unobserved|training means playing more|fantasy games exist for nine leagues and not for the one next door
O runs in {60-700} schools|raises rank by {1-3} tiers in {8-12} weeks|is opened by {58-77} % of users every match day
H scoring matches without an official feed|coaching at a price pupils can pay
I eSports|Fantasy Sports|Gaming|Contests|Education
@media 2.2
K media tech
M rights cleared down to the last photographer|a newsroom of twelve|transcripts in twenty-eight languages|an archive digitised frame by frame|audio models licensed from voice actors|direct payment without an app store
S publishers have little money and long memories|audiences expect it free|rights are split by country and decade
W platforms could change what they show|generated content could flood the market|advertising could shrink in a weak year
R subscription seat advertising commission
N Media|Story|Press|Reel|Frame|Voice|Tune|Scene|Studio|News|Echo|Channel
Z Media|Studios|Pictures|Audio|Press
= video-tools
R seat usage
P video editing tool|dubbing service|film archive search
D cuts an interview by deleting words in the transcript|dubs a series in the actors' own voices|finds a scene by what happens in it|delivers in the formats broadcasters demand
C marketing teams|broadcasters|documentary makers|universities
Q a minute of video costs half a day of editing|dubbing a series takes four months|archives are full and nobody can find anything
O cuts editing time by {55-78} %|dubs an episode in {2-5} days|finds a scene in {10-60} seconds
H matching lips, breath and feeling|understanding scenes that were never described
I Video Editing|Media and Entertainment|Video|Artificial Intelligence|SaaS
= news
R subscription advertising
P local news publisher|newsletter platform|fact-checking service
D reports from council meetings nobody attends|lets writers own their list of readers|checks a claim while it spreads|pays reporters by the month
C towns without a newspaper|independent writers|broadcasters|public libraries
Q every third town has lost its newspaper|writers build audiences that platforms own|a false claim travels for a day before it is checked
O is read by {18-37} % of households|keeps {78-90} % of paying readers for a year|checks {30-120} claims a day
H earning money in towns of nine thousand|being quick and never wrong
I News|Journalism|Digital Media|Publishing|Content
= audio
R commission subscription
P music rights platform|podcast hosting service|practice app for instrument learners
D finds unpaid royalties across sixty societies|places advertisements that hosts have agreed to|listens to practice and shows the bar that fails|pays out monthly
C songwriters|podcast makers|music schools|record labels
Q a quarter of royalties never reaches its writer|podcasts with ten thousand listeners earn nothing|pupils practise mistakes for a week
O recovered {0.8-7.5} million dollars for its members|fills {64-83} % of advertising slots|doubles the time pupils practise
H matching recordings to works with wrong titles|hearing a wrong note in a chord
I Music|Audio|Podcast|Media and Entertainment|Music Education
= events
R commission
P ticketing platform for small venues|conference app|stage crew booking service
D sells tickets with a fee that venues set|brings participants together who should meet|books light, sound and people for one evening|resells returned tickets at the printed price
C clubs and theatres|conference organisers|touring bands|museums
Q small venues pay a fifth of the ticket in fees|people fly to a conference and talk to colleagues|a missing technician cancels a show
O saves venues {0.9-2.8} dollars a ticket|arranges {4-9} meetings per participant|fills {94-98} % of crew requests
H staying up when a famous band goes on sale|matching people without asking forty questions
I Ticketing|Events|Event Management|Concerts|SaaS
@creative 1.1
K creative tech
M a model trained on licensed pictures only|rendering in the browser|a library of eight hundred thousand parts|typefaces drawn in house|versions kept like source code|exports that printers accept
S designers love their tools and change them rarely|agencies bill hours and fear speed|free versions are good enough for many
W large design suites could add it|generated pictures could lose their legal basis|printing could shrink faster than planned
R freemium seat commission
N Design|Pixel|Canvas|Ink|Craft|Studio|Shape|Color|Vector|Sketch|Form|Easel
Z Design|Studio|Creative|Labs|Arts
= design-tools
R freemium seat
P packaging design tool|interior planning app|design system manager
D folds a flat design into a box on screen|furnishes a room from a photo and a budget|keeps four hundred screens in one style|hands over files that need no questions
C packaging makers|furniture shops|product teams|architects
Q a box is printed three times before it fits|customers cannot picture a sofa in their room|every screen has its own shade of blue
O saves {2-4} rounds of samples|raises sales per visitor by {14-29} %|cuts inconsistent elements by {70-90} %
H modelling cardboard that bends as it likes|measuring a room from one picture
I Graphic Design|Web Design|Product Design|CAD|SaaS
= photography
R commission usage
P stock photo agency with real people|virtual product photo studio|wedding photo service
D pays the people in its pictures|turns a phone picture into a catalogue shot|sorts four thousand wedding photos overnight|keeps a record of every consent
C advertisers|online sellers|photographers|tourism boards
Q stock pictures look like stock pictures|a product photo costs forty dollars and nine days|photographers edit for a week after each wedding
O delivers a catalogue shot in {20-90} seconds|cuts editing time by {65-85} %|licensed {30-400} thousand pictures last year
H keeping texture, label and shadow true|choosing the picture the bride would choose
I Photography|Photo Editing|Content|E-Commerce|Artificial Intelligence
= 3d-ar
R seat usage
P three-dimensional catalogue service|museum guide in augmented reality|virtual showroom builder
D makes a model of a chair from ten photos|puts the missing half of a ruin in front of visitors|lets dealers show a machine that does not fit the hall|runs without installing anything
C furniture makers|museums|machine builders|car dealers
Q a three-dimensional model costs two hundred dollars and a week|visitors look at foundations and see stones|machines for trade fairs weigh nine tonnes
O makes a model for {6-25} dollars|extends visits by {14-33} minutes|closes {11-24} % more deals after a showing
H reconstructing glass, fur and chrome|keeping virtual things still in a moving hand
I Augmented Reality|3D Technology|Virtual Reality|E-Commerce|Museums and Historical Sites
`;
