import type { ImportFieldName } from '#shared/domain/importFields.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { type HeaderPart, partsIn } from './headerParts.ts';

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
  if (key.length > longestQuestion || key.split(' ').length < (isAsked ? 2 : 4)) return undefined;
  const words = partsIn(key);
  return questions.find(([, ...asked]) => asked.every((parts) => nearEach(words, parts.split(' '))))?.[0];
}

const longestQuestion = 600;

/** How application forms ask for fields, by what their words say; words of one text stand near each other. */
const questions: readonly (readonly [ImportFieldName, ...string[]])[] = [
  ['name', 'name company'],
  ['name', 'called company'],
  ['website', 'site'],
  ['employees', 'many', 'people'],
  ['employees', 'many', 'crew'],
  ['fundingTotal', 'much', 'raised'],
  ['city', 'which city'],
  ['country', 'which country'],
  ['location', 'where', 'based'],
  ['industries', 'which', 'industry'],
  ['stage', 'which', 'quarter'],
  ['founded', 'when', 'founding'],
  ['founded', 'which', 'day', 'founding'],
  ['customerProblem', 'which problem'],
  ['targetCustomer', 'who', 'customer'],
  ['descriptionShort', 'says'],
];

/** Whether a question has words that say these things, at most one other word apart. */
function nearEach(words: readonly HeaderPart[], [first = '', second]: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      word.has(first) &&
      (second === undefined || words.slice(Math.max(0, at - 2), at + 3).some((other) => other.has(second))),
  );
}
