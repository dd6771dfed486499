import type { ImportFieldName } from '#shared/domain/importFields.ts';
import { pattern } from '#shared/domain/pattern.ts';

/** A question without its number, and without what says how it is to be answered: `4. Website * (required)`. */
export function withoutNumber(header: string): string {
  return mayBeNumbered.test(header) ? header.replace(questionNumber, '').replace(answerNote, '') : header;
}

/** Quick to see: cells are examined as headers, too. */
const mayBeNumbered =
  /^\s*[([]?(?:\d|[a-z][)\].:]|q(?:uestion)?[\d\s.]|frage|pregunta|domanda|pergunta|vraag)|[*†)]\s*$/i;
const questionNumber = pattern('iu')`
  ^\s*(?:(?:(?:question|frage|pregunta|domanda|pergunta|vraag|q|nr
    |no)\.?\s*)?[([]?\d{1,2}(?:\.\d{1,2})*[a-z]?[)\].:]+\s*[-–—:]?
    |(?:question|frage|pregunta|domanda|pergunta|vraag|q)\.?\s*\d{1,2}\s*[-–—:.)]?|[([]?[a-z][)\]])\s*(?=\p{L})
`;
const answerNote = pattern('iu')`
  (?:\s*[*†]+|\s*[([](?:required|optional|mandatory|pflicht(?:feld|angabe)?|obligatoire|obligatorio
    |obrigat[oó]rio|verplicht|if any
    |(?:max|min|up to|at most|choose|select|pick|please|tick|maximal|bitte|wählen|choisir|elija|seleccione|e\.g)
    (?![\p{L}])\.?[^()[\]]*)[)\]])+\s*$
`;

/** The field that a header in the form of a question asks for, by its key (`headerKey`); undefined for none. */
export function questionAbout(key: string, isAsked: boolean): ImportFieldName | undefined {
  if (key.length > longestQuestion || key.split(' ').length < (isAsked ? 3 : 4)) return undefined;
  return questions.find(([form]) => form.test(key))?.[1];
}

const longestQuestion = 500;

/** How application forms ask for fields; the first that fits counts. */
const questions: readonly (readonly [RegExp, ImportFieldName])[] = [
  [
    pattern()`
      \b(?:name of (?:your|the) (?:company|startup|start up|business|venture|organi[sz]ation|project)
        |(?:company|startup|start up|venture) (?:called|s name)|your (?:company|startup|start up) name
        |name (?:ihre[sr]|eures|deines|des|der) (?:unternehmens|start ?ups?|firma|projekts)
        |wie (?:heisst|lautet) .*(?:unternehmen|start ?up|firma|name)
        |nom de (?:votre|l|la|ta) ?(?:entreprise|societe|start ?up|projet)
        |(?:nombre de (?:su|tu|la) (?:empresa|start ?up|proyecto)|como se llama .*(?:empresa|start ?up))
        |naam van (?:je|jullie|uw|het|de) (?:bedrijf|onderneming|start ?up)|hoe heet .*(?:bedrijf|onderneming|start ?up)
        |(?:vad|hva|hvad) heter .*(?:foretag\S*|bolag\S*|selskap\S*|bedrift\S*|virksomhed\S*)
        |nazwa (?:twojej|waszej) firmy|jak sie nazywa .*(?:firma|start ?up)
        |nome d(?:a|ella|ell) ?(?:sua |vostra |tua )?(?:azienda|impresa|empresa|start ?up))\b
    `,
    'name',
  ],
  [
    pattern()`
      \b(?:website|web site|homepage|web address|webseite|internetseite|internetadresse|site web|site internet|sitio web
        |pagina web|sito web)\b|\b(?:your|the|company s) url\b|\burl of\b
    `,
    'website',
  ],
  [
    pattern()`
      \bhow many (?:employees|people|staff|full time|team members)\b|\bhow (?:big|large) is (?:your|the) team\b
        |\bwie viele (?:mitarbeit\S*|personen|menschen|beschaftigte|leute)\b|\bwie gross ist .*team\b
        |\bcombien (?:de (?:salaries|personnes|employes|collaborateurs)|etes vous)\b
        |\bhoeveel (?:mensen|medewerkers|werknemers|personen|fte)\b
        |\b(?:hur|hvor) manga?e? (?:anstallda|ansatte|medarbe\S*)
        |\bil[eu] (?:osob|pracownikow)\b|сколько (?:сотрудников|человек|людей)|\bkolik (?:lidi|zamestnancu)\b
        |\bquantas pessoas\b|\bquantos (?:funcionarios|colaboradores)\b
        |\bcuant[ao]s (?:empleados|personas|trabajadores)\b|\bquant[ie] (?:dipendenti|persone|pessoas|funcionarios)\b
    `,
    'employees',
  ],
  [
    pattern()`
      \bhow much (?:money |funding |capital )?(?:have you|has (?:it|the company)|did you) (?:already )?raise
        |\bwie viel (?:geld|kapital|finanzierung)\b.*\b(?:eingesammelt|aufgenommen|erhalten|eingeworben)
        |\bcombien\b.*\b(?:leve|levee?s|fonds)\b|\bcuanto (?:dinero|capital)\b.*\b(?:levantado|recaudado|captado
        |obtenido)|\bquanto\b.*\b(?:captad\S*|captaram|levantad\S*|levantaram|raccolto)\b
        |\bhoeveel (?:geld|kapitaal|financiering)\b.*\bopgehaald\b|\bile\b.*\b(?:pozyskal\S*|kapitalu)\b
    `,
    'fundingTotal',
  ],
  [/\bwhere (?:are|is) .*\b(?:based|located|headquartered|incorporated)\b/, 'location'],
  [
    /\bwo (?:ist|sitzt|befindet|habt|haben|seid|sind)\b|\bou (?:est|se trouve|etes)\b|\bdonde (?:esta|se encuentra)\b/,
    'location',
  ],
  [
    pattern()`
      \bwaar (?:is|zit|zijn)\b|\bdove (?:ha sede|si trova|siete)\b|\bonde (?:fica|esta|se localiza)\b
        |\bgdzie\b|\bvar ligger\b|\bhvor ligger\b
    `,
    'location',
  ],
  [/\b(?:in welke|in quale|em que|welke|vilken|w jakim) (?:stad|plaats|citta|cidade|ort|miescie)\b/, 'city'],
  [/\b(?:which|what) country\b|\bwelche[mrsn]? land\b|\bquel pays\b|\bque pais\b|\bquale paese\b/, 'country'],
  [
    /\b(?:which|what) city\b|\bwelche[mrn]? stadt\b|\bquelle ville\b|\bque ciudad\b|\bquale citta\b|\bqual cidade\b/,
    'city',
  ],
  [
    pattern()`
      \b(?:which|what) .*\b(?:industry|industries|sectors?)\b|\bwelche[mrn]? branchen?\b|\bquels? secteurs?\b
        |\bque sector\b
    `,
    'industries',
  ],
  [/\b(?:which|what) .*\bstage\b/, 'stage'],
  [
    pattern()`
      \b(?:when|what year|which year) .*\b(?:founded|incorporated|established|start)
        |\bwann .*\bgegrundet\b|\bwelchem jahr\b.*\bgegrundet\b|\bquand .*\b(?:creee?|fondee?)\b
        |\bquelle annee\b.*\b(?:creee?|fondee?)\b|\b(?:cuando|que ano) .*\b(?:fund|cre)\S*
    `,
    'founded',
  ],
  [
    /\bwhat problem\b|\bproblem (?:are|do) you\b|\bwelches problem\b|\bquel probleme\b|\bque problema\b/,
    'customerProblem',
  ],
  [
    pattern()`
      \bwho (?:are|is) your (?:target )?customers?\b|\bwer sind .*kunden\b|\bqui sont vos clients\b
        |\bquienes son .*clientes\b
    `,
    'targetCustomer',
  ],
  [
    pattern()`
      \b(?:describe|what does) (?:your|the|it|what)\b|\bwhat (?:do|are) you (?:do|build|mak)
        |\b(?:description|summary) of (?:your|the) (?:product|company|business|startup|solution|idea|project|service)
        |\b(?:beschreib\S*|was macht|was (?:bietet|entwickelt))\b.*\b(?:unternehmen|start ?up|produkt|firma|idee
        |losung|ihr|sie)\b
        |\b(?:decri(?:vez|re)|que (?:fait|faites))\b.*\b(?:entreprise|societe|start ?up|produit|activite|vous)\b
        |\b(?:descri(?:ba|be|bir)|que hace)\b.*\b(?:empresa|start ?up|producto|proyecto)\b
        |\bcosa fa(?:te)?\b|\bdi cosa si occupa
        |\bwat (?:doet|doen|maakt)\b.*\b(?:bedrijf|start ?up|onderneming|jullie)\b|\bbeschrijf\b
        |\bo que\b.*\b(?:faz|fazem)\b|\bdescreva\b|\bczym (?:sie )?zajmuje\b|\bvad gor\b
        |\bhvad (?:laver|gor|gør)\b|\bhva (?:gjor|gjør|driver)\b|чем занимается|опишите|\bcim se zabyva\b
        |\bdescri(?:va|vi|vete)\b.*\b(?:azienda|start ?up|prodotto)\b
    `,
    'descriptionShort',
  ],
];
