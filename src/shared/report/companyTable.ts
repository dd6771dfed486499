import { labelOf, stages, type Choice } from '../domain/choices.ts';
import { preferredDescription, type Company } from '../domain/company.ts';
import { withoutPlaceholder } from '../domain/text.ts';
import { placeOf, shortened } from './companyProfile.ts';
import { nameOf } from './coverPart.ts';
import { escapeHtml, isolated } from './escape.ts';
import type { SectorReport } from './reportData.ts';
import { countText, numberText } from './wording.ts';

const stageChoices: readonly Choice[] = stages;

/** Longest words about a company in the table, in characters. */
const textLength = 92;
/** Longest name in the table, in characters. */
const nameLength = 90;

const columns = [
  { title: '#', name: 'rank' },
  { title: 'Company', name: 'company' },
  { title: 'Stage', name: 'stage' },
  { title: 'Place', name: 'place' },
  { title: 'Founded', name: 'founded' },
  { title: 'Employees', name: 'size' },
  { title: 'Score', name: 'score' },
] as const;

/** The best-rated companies; `''` where there are none. Its header stands again on every page that it runs over. */
export function companyTable({ companies, company, sector: { figures } }: SectorReport): string {
  if (companies.length === 0) return '';
  const all = figures.companies;
  const lead =
    companies.length < all
      ? `The ${numberText(companies.length)} best rated of ${countText(all, 'company', 'companies')}, by score.`
      : `${all === 1 ? 'The one company' : `All ${numberText(all)} companies`}, the best rated first.`;
  const head = columns.map(({ title, name }) => `<th scope="col" class="${name}">${title}</th>`).join('');
  const rows = companies.map((one, index) => row(one, index + 1, one.id === company?.id));
  return [
    `<p class="note">${lead}</p>`,
    '<table class="companies">',
    `<thead><tr>${head}</tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody>`,
    '</table>',
  ].join('\n');
}

/** One company: few elements, because every one of them is a node of the printed document. */
function row(company: Company, rank: number, isSubject: boolean): string {
  const { description, founded, score, sizeCategory } = company;
  const short = withoutPlaceholder(description.short);
  const about = shortened(short === '' ? preferredDescription(description) : short, textLength);
  const cells = [
    String(rank),
    `<b>${isolated(shortened(nameOf(company.name), nameLength))}</b>${about === '' ? '' : `<br>${isolated(about)}`}`,
    escapeHtml(company.stages.map((stage) => labelOf(stageChoices, stage)).join(', ')),
    escapeHtml(shortened(placeOf(company), 60)),
    founded === null ? '' : String(founded),
    sizeTexts[sizeCategory] ?? escapeHtml(sizeCategory),
    score === null ? '' : score.toFixed(2),
  ];
  return `<tr${isSubject ? ' class="subject"' : ''}>${cells.map((cell, index) => `<td class="${columns[index]!.name}">${cell}</td>`).join('')}</tr>`;
}

const sizeTexts: Readonly<Record<string, string>> = { unknown: '', more: 'over 500' };
