import type { FieldName } from './fields.ts';

/** How forms of application ask for fields; the first that fits counts. */
const questions: readonly (readonly [RegExp, FieldName])[] = [
  [
    /\b(?:name of (?:your|the) (?:company|startup|start up|business|venture|organi[sz]ation|project)|(?:company|startup|start up|venture) (?:called|s name)|your (?:company|startup|start up) name)\b/,
    'name',
  ],
  [/\b(?:website|web site|homepage|web address)\b|\b(?:your|the|company s) url\b|\burl of\b/, 'website'],
  [
    /\bhow many (?:employees|people|staff|full time|team members)\b|\bhow (?:big|large) is (?:your|the) team\b/,
    'employees',
  ],
  [
    /\bhow much (?:money |funding |capital )?(?:have you|has (?:it|the company)|did you) (?:already )?raise/,
    'fundingTotal',
  ],
  [/\bwhere (?:are|is) .*\b(?:based|located|headquartered|incorporated)\b/, 'location'],
  [/\b(?:which|what) country\b/, 'country'],
  [/\b(?:which|what) city\b/, 'city'],
  [/\b(?:which|what) .*\b(?:industry|industries|sectors?)\b/, 'industries'],
  [/\b(?:which|what) .*\bstage\b/, 'stage'],
  [/\b(?:when|what year|which year) .*\b(?:founded|incorporated|established|start)/, 'founded'],
  [/\bwhat problem\b|\bproblem (?:are|do) you\b/, 'customerProblem'],
  [/\bwho (?:are|is) your (?:target )?customers?\b/, 'targetCustomer'],
  [/\b(?:describe|what does) (?:your|the|it)\b|\bwhat (?:do|are) you (?:do|build|mak)/, 'descriptionShort'],
];

/** The field a header in the form of a question asks for, by its key (`headerKey`); undefined for none. */
export function questionAbout(key: string): FieldName | undefined {
  if (key.length > 200 || key.split(' ').length < 4) return undefined;
  return questions.find(([form]) => form.test(key))?.[1];
}
