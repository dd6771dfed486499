/** Names that files use for reference industries, `own name=reference name[+reference name]`, one per entry, folded. */
export const industryAliases = `
ai=Artificial Intelligence|artificial intelligence (ai)=Artificial Intelligence|generative ai=Artificial Intelligence
genai=Artificial Intelligence|conversational ai=Artificial Intelligence+Natural Language Processing|ml=Machine Learning
deep learning=Machine Learning|reinforcement learning=Machine Learning|ai assistant=Artificial Intelligence+Virtual Assistant
ai enhanced learning=Artificial Intelligence+EdTech|ai powered drug discovery=Artificial Intelligence+Biotechnology
aiops=Artificial Intelligence+IT Management|nlp=Natural Language Processing|computer vision=Computer Vision
biotech=Biotechnology|bio tech=Biotechnology|synthetic biology=Biotechnology|drug discovery=Biopharma|drug delivery=Biopharma
drug discovery and delivery=Biopharma|industrial bio=Biotechnology|genomics=Genetics|gene therapy=Genetics|cell therapy=Therapeutics
pharma=Pharmaceutical|pharmaceuticals=Pharmaceutical|diagnostics=Health Diagnostics|health=Health Care|healthcare=Health Care
healthcare it=Health Care+Information Technology|healthcare services=Health Care|health tech=Health Care|healthtech=Health Care
digital health=mHealth|telehealth=mHealth|telemedicine=mHealth|consumer health services=Personal Health|medtech=Medical Device
consumer health and wellness=Personal Health+Wellness|health & wellness=Health Care+Wellness|mental health tech=Psychology|mental health=Psychology
life sciences=Life Science|nanotech=Nanotechnology|neurotechnology=Neuroscience|fertility tech=Fertility
ecommerce=E-Commerce|e commerce=E-Commerce|online shopping=E-Commerce|marketplaces=Marketplace|consumer=Consumer Goods
consumer products=Consumer Goods|consumer products & services=Consumer Goods|retail tech=Retail Technology|apparel=Fashion
apparel and cosmetics=Fashion+Cosmetics|fashion and apparel=Fashion|sustainable fashion=Fashion+Sustainability
cleantech=CleanTech|clean tech=CleanTech|climate=Sustainability|climatetech=CleanTech|climate tech=CleanTech|greentech=GreenTech
carbon capture and removal=Pollution Control|environmental services=Sustainability|solar power=Solar|clean technology=CleanTech
finance=Finance|financial technology=FinTech|financial tech=FinTech|fin tech=FinTech|consumer finance=Personal Finance
banking and exchange=Banking|neobank=Banking|banking as a service=Banking|credit and lending=Credit+Lending|investing=Finance
investments=Finance|trading=Trading Platform|finance and accounting=Finance+Accounting|finops=Finance|crypto / web3=Cryptocurrency
crypto=Cryptocurrency|web3=Cryptocurrency|blockchain=Cryptocurrency|defi=Cryptocurrency|remittances=Payments
games_video=Gaming+Video|games video=Gaming+Video|games=Gaming|video game=Video Games|games & entertainment=Gaming+Digital Entertainment
hardware=Hardware|hard tech=Hardware|computer hardware=Hardware+Computer|semiconductors=Semiconductor|drones=Drones
enterprise=Enterprise Software|web=Internet|network_hosting=Web Hosting|network hosting=Web Hosting|hosting=Web Hosting
photo_video=Photography+Video|photo video=Photography+Video|public_relations=Public Relations|real_estate=Real Estate
search=Search Engine|social=Social Media|social networking=Social Network|social network platform=Social Network|analytic=Analytics
legaltech=Legal Tech|proptech=Real Estate|prop tech=Real Estate|housing=Residential|housing and real estate=Residential+Real Estate
real estate and construction=Real Estate+Construction|construction tech=Construction|hr tech=Human Resources|hrtech=Human Resources
recruiting and talent=Recruiting|talent acquisition=Recruiting|recruitment=Recruiting|job and career services=Employment|careers=Employment
edtech=EdTech|ed tech=EdTech|e tech=EdTech|elearning=E-Learning|online learning=E-Learning|online education=E-Learning
cybersecurity=Cyber Security|cyber=Cyber Security|identity=Identity Management|fraud prevention=Fraud Detection|saas=SaaS
software as a service=SaaS|apis=Developer APIs|api=Developer APIs|infrastructure=IT Infrastructure|devops=Developer Tools
devsecops=Developer Tools+Cyber Security|no code=Developer Tools|data engineering=Big Data|data science=Analytics|data labeling=Machine Learning
databases=Database|cloud=Cloud Computing|kubernetes=Cloud Infrastructure|engineering product and design=Product Design+Software Engineering
iot=Internet of Things|internet of things (iot)=Internet of Things|smart home assistants=Smart Home|home automation=Smart Home
it management=IT Management|it system development=Information Technology|it services=Information Technology|it=Information Technology
information technology & services=Information Technology|telecom=Telecommunications|telecommunication=Telecommunications
supply chain=Supply Chain Management|supply chain and logistics=Supply Chain Management+Logistics|logistics & transportation=Logistics+Transportation
logistics tech=Logistics|transport=Transportation|transportation services=Transportation|mobility=Transportation|electric vehicles=Electric Vehicle
self driving vehicles=Autonomous Vehicles|autonomous trucking=Autonomous Vehicles|autonomous delivery=Autonomous Vehicles+Delivery
automobile=Automotive|auto=Automotive|auto commerce=Automotive+E-Commerce|aviation and space=Aerospace|space exploration=Space Travel
satellites=Satellite Communication|airplanes=Air Transportation|airlines=Air Transportation|air taxis=Air Transportation
food tech=Food and Beverage|foodtech=Food and Beverage|food & beverage=Food and Beverage|food=Food and Beverage|foods=Food and Beverage
restaurant tech=Restaurants|ghost kitchens=Restaurants|agritech=AgTech|agri tech=AgTech|agriculture tech=AgTech|agtech=AgTech
travel & hospitality=Travel+Hospitality|travel leisure and tourism=Travel+Leisure+Tourism|travel tech=Travel|hospitality=Hospitality
media=Media and Entertainment|entertainment=Media and Entertainment|creator economy=Content Creators|content=Content|podcasts=Podcast
advertising & marketing=Advertising+Marketing|adtech=Advertising|martech=Marketing|ad tech=Advertising|sales enablement=Sales
customer support=Customer Service|customer success=Customer Service|operations=Business Development|workflow automation=Productivity Tools
productivity=Productivity Tools|collaboration=Productivity Tools|team collaboration=Productivity Tools|automation=Productivity Tools
robotic process automation=Productivity Tools|remote work=Productivity Tools|documents=Document Management|design tools=Product Design|design=Product Design
industrials=Industrial|manufacturing and robotics=Manufacturing+Robotics|energy=Energy|utilities=Energy|defense=Military|defence=Military
government=Government|government services=Government|civic tech=CivicTech|nonprofit=Social Entrepreneurship|non profit=Social Entrepreneurship
business products & services=Consulting|professional services=Consulting|engineering=Mechanical Engineering|business intelligence=Business Intelligence
financial services=Financial Services|insurtech=InsurTech|insurance tech=InsurTech|regtech=Compliance+FinTech|payroll=Human Resources
sports tech=Sports|fitness tech=Fitness|sporting=Sporting Goods|pets=Pet|kids=Children|beauty & cosmetics=Beauty+Cosmetics|women s health=Women's+Health Care
femtech=Women's+Health Care|ar=Augmented Reality|vr=Virtual Reality|vr health=Virtual Reality+Health Care|virtual and augmented reality=Virtual Reality+Augmented Reality
metaverse=Virtual World|nft=Cryptocurrency|dao=Cryptocurrency|customer relationship management=CRM|chat=Messaging|chatbot=Virtual Assistant|chatbots=Virtual Assistant
call center=Call Center|calendar=Scheduling|community=Communities|subscriptions=E-Commerce|billing=Billing|notetaking=Productivity Tools|warehouse management tech=Warehousing
home and personal=Home and Garden|consumer services=Consumer Applications|consumer internet=Internet+Consumer Applications|technology=Information Technology
tech=Information Technology|mobile app=Mobile Apps|apps=Apps|gesundheit=Health Care|bildung=Education|logistik=Logistics|energie=Energy
robotik=Robotics|maschinenbau=Mechanical Engineering|kunstliche intelligenz=Artificial Intelligence|einzelhandel=Retail
handel=Retail|lebensmittel=Food and Beverage|versicherung=Insurance|versicherungen=Insurance|immobilien=Real Estate|medizintechnik=Medical Device
finanzen=Finance|finanzdienstleistungen=Financial Services|landwirtschaft=Agriculture|biotechnologie=Biotechnology|umwelttechnik=CleanTech
sicherheit=Security|mobilitat=Transportation|verkehr=Transportation|tourismus=Tourism|medien=Media and Entertainment|bau=Construction
alimentation=Food and Beverage|agroalimentaire=Food and Beverage|intelligence artificielle=Artificial Intelligence|assurance=Insurance
immobilier=Real Estate|logistique=Logistics|robotique=Robotics|tourisme=Tourism|mode=Fashion|commerce de detail=Retail|banque=Banking
agriculture=Agriculture|cybersecurite=Cyber Security|technologies medicales=Medical Device|energies renouvelables=Renewable Energy
alimentacion=Food and Beverage|alimentos=Food and Beverage|logistica=Logistics|telecomunicaciones=Telecommunications|inteligencia artificial=Artificial Intelligence
seguros=Insurance|inmobiliario=Real Estate|bienes raices=Real Estate|turismo=Tourism|robotica=Robotics|moda=Fashion|agricultura=Agriculture
ciberseguridad=Cyber Security|comercio electronico=E-Commerce|biotecnologia=Biotechnology|automocion=Automotive|banca=Banking
alimentare=Food and Beverage|alimentari=Food and Beverage|assicurazioni=Insurance|immobiliare=Real Estate|intelligenza artificiale=Artificial Intelligence
sanita=Health Care|salute=Health Care|istruzione=Education|formazione=Education|educacao=Education|saude=Health Care|varejo=Retail
vinhos=Wine And Spirits|vino=Wine And Spirits|vin=Wine And Spirits|inteligencia artificial e aprendizado de maquina=Artificial Intelligence
sante=Health Care|educacion=Education|salud=Health Care|energia=Energy|tecnologia=Information Technology|finanzas=Finance|人工智能=Artificial Intelligence
医疗健康=Health Care|教育=Education|金融=Finance|电子商务=E-Commerce|电商=E-Commerce|企业服务=Enterprise Software|游戏=Gaming|物流=Logistics|旅游=Travel
movilidad=Transportation|mobilite=Transportation|saude=Health Care|robotyka=Robotics|energetyka=Energy|zdrowie=Health Care|edukacja=Education
handel detaliczny=Retail|rolnictwo=Agriculture|livsmedel=Food and Beverage|energi=Energy|halsa=Health Care|utbildning=Education|robotik=Robotics
enerji=Energy|saglik=Health Care|egitim=Education|e ticaret=E-Commerce|tarim=Agriculture|ロボット=Robotics|農業=Agriculture|医療=Health Care
人工知能=Artificial Intelligence|不動産=Real Estate|汽车交通=Automotive+Transportation|房产=Real Estate|体育=Sports|广告营销=Advertising+Marketing|硬件=Hardware|文娱传媒=Media and Entertainment
direct to consumer=E-Commerce|d2c=E-Commerce|dtc=E-Commerce|online payments=Payments|online retail=E-Commerce|quick commerce=E-Commerce|enterprise saas=Enterprise Software+SaaS|vertical saas=SaaS|horizontal saas=SaaS|devtools=Developer Tools|dev tools=Developer Tools
developer tooling=Developer Tools|information security=Cyber Security|infosec=Cyber Security|consumer social=Social Media|quantum=Quantum Computing|quantum technologies=Quantum Computing|quantum tech=Quantum Computing|new materials=Advanced Materials|advanced manufacturing=Manufacturing|industry 4 0=Industrial Automation|industrie 4 0=Industrial Automation
smart city=Smart Cities|smart mobility=Transportation|e mobility=Electric Vehicle|electric mobility=Electric Vehicle|electromobility=Electric Vehicle|elektromobilitat=Electric Vehicle|lendtech=Lending|wealthtech=Wealth Management|paytech=Payments|agrifood=AgTech+Food and Beverage|agrifoodtech=AgTech+Food and Beverage|biopharmaceuticals=Biopharma|data analytics=Analytics
erneuerbare energien=Renewable Energy|erneuerbare energie=Renewable Energy|gesundheitswesen=Health Care|softwareentwicklung=Software|it dienstleistungen=Information Technology|informationstechnologie=Information Technology|informationstechnik=Information Technology|informatik=Information Technology|onlinehandel=E-Commerce|lebensmittelindustrie=Food and Beverage|bauwesen=Construction
energies renouvelables=Renewable Energy|services financiers=Financial Services|services informatiques=Information Technology|informatique=Information Technology|technologies de l information=Information Technology|enseignement=Education|commerce electronique=E-Commerce
energias renovables=Renewable Energy|servicios financieros=Financial Services|desarrollo de software=Software|tecnologias de la informacion=Information Technology|construccion=Construction|medios=Media and Entertainment|energias renovaveis=Renewable Energy|energia renovavel=Renewable Energy|servicos financeiros=Financial Services|tecnologia da informacao=Information Technology|construcao=Construction
energie rinnovabili=Renewable Energy|servizi finanziari=Financial Services|sviluppo software=Software|tecnologia dell informazione=Information Technology|informatica=Information Technology|edilizia=Construction|duurzame energie=Renewable Energy|hernieuwbare energie=Renewable Energy|gezondheidszorg=Health Care|onderwijs=Education|landbouw=Agriculture|bouw=Construction|detailhandel=Retail
`;
