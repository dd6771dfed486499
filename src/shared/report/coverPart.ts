import { formatMonday, formatWeek } from '../domain/digestWeek.ts';
import { escapeHtml, isolated } from './escape.ts';
import { decidedText, nameOf, reportTitle, samplesText, scopeText, type SectorReport } from './reportData.ts';
import type { ReportSection } from './sections.ts';
import { counted, formatCount } from '../domain/formats.ts';

/** Winnow's logo, as in `resources/icon.svg`, in the report's colours. */
const mark =
  '<svg class="mark" viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="14" fill="#0a7566"/>' +
  '<path d="M12 18 L22 46 L32 24 L42 46 L52 18" fill="none" stroke="#ffffff" stroke-width="7" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** Title lengths from which the title is set smaller, in characters. */
const titleSizes = [
  { from: 110, name: 'tiny' },
  { from: 64, name: 'small' },
  { from: 0, name: 'large' },
] as const;

/** The cover: what the report is about, for whom, based on how many companies and as of when. */
export function coverPart(report: SectorReport, madeOn: string): string {
  const title = reportTitle(report);
  const size = titleSizes.find(({ from }) => title.length >= from)?.name ?? 'large';
  const scope = scopeText(report);
  const own = scope === '' ? '' : ` (${isolated(scope)})`;
  const { companies } = report.sector.figures;
  const facts = [
    { term: 'Query', text: escapeHtml(report.query), wide: true },
    {
      term: 'Based on',
      text: `${formatCount(companies)} of ${counted(report.allCompanies, 'company', 'companies')}`,
      wide: false,
    },
    { term: 'Data as of', text: escapeHtml(formatWeek(report.week)), wide: false },
    { term: 'Created', text: escapeHtml(madeOn), wide: false },
    ...(decidedText(report) === '' ? [] : [{ term: 'Decided by you', text: decidedText(report), wide: false }]),
    ...(samplesText(report) === '' ? [] : [{ term: 'Sample data', text: samplesText(report), wide: true }]),
  ];
  return [
    '<header class="cover">',
    `<p class="brand">${mark}<span>Winnow</span></p>`,
    '<div class="about">',
    `<p class="kind">${kindTexts[report.kind]}</p>`,
    `<h1 class="${size}">${isolated(title)}</h1>`,
    // Place and stage describe the company: its sector has companies everywhere.
    report.company === null
      ? ''
      : `<p class="for">How it applies to ${isolated(nameOf(report.company.name))}${own}</p>`,
    scope === '' || report.company !== null ? '' : `<p class="scope">${isolated(scope)}</p>`,
    '</div>',
    '<dl>',
    ...facts.map(({ term, text, wide }) => `<div${wide ? ' class="wide"' : ''}><dt>${term}</dt><dd>${text}</dd></div>`),
    '</dl>',
    '</header>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const kindTexts: Readonly<Record<SectorReport['kind'], string>> = {
  company: 'Sector report',
  smartList: 'Report on a smart list',
  collection: 'Report on a collection',
  search: 'Report on a search',
};

/** The contents, each line a link to its section; without page numbers if they are not known. */
export function contentsPart(sections: readonly ReportSection[], pages: ReadonlyMap<string, number>): string {
  const lines = sections.map(
    ({ id, title, number }) =>
      `<li><a href="#${id}"><span class="number">${number}</span><span class="entry">${title}</span>` +
      `<span class="page">${pages.get(id) ?? ''}</span></a></li>`,
  );
  return ['<h2>Contents</h2>', '<ol class="contents">', ...lines, '</ol>'].join('\n');
}

/** How the report was made: what a reader should know before forwarding it. */
export function aboutPart(report: SectorReport): string {
  const { companies } = report.sector.figures;
  const asOf = report.week === '' ? '' : ` as of the week of ${escapeHtml(formatMonday(report.week))}`;
  const notes = [
    ['Scope', escapeHtml(report.query)],
    [
      'Companies',
      `${formatCount(companies)} of the ${counted(report.allCompanies, 'company', 'companies')} in the data${asOf}.`,
    ],
    [
      'Method',
      'Every sentence and chart is computed from these companies. No language model wrote any of it, ' +
        'and nothing was looked up elsewhere. Descriptions of single companies come with the data ' +
        'and may be machine-written.',
    ],
    [
      'Figures',
      'A company with several stages or industries counts once for each. ' +
        'Unknown values are left out of the charts and counted below them.',
    ],
    ...(/ challenges(?:;|$)/m.test(report.sector.trends_and_challenges)
      ? [
          [
            'Challenges',
            'Challenges are read from the 300 best-rated companies at most. ' +
              'A phrase is quoted if at least three of them use it.',
          ],
        ]
      : []),
    ...(report.companies.some(({ score }) => score !== null)
      ? [
          [
            'Score',
            'The predicted startup rating that came with the data, from 0 to 1. ' +
              'It is an estimate, not investment advice.',
          ],
        ]
      : []),
    ...(report.remarks.length === 0
      ? []
      : [['Decisions and notes', 'Lists, reasons and notes under a company are those of whoever saved this report.']]),
    ...(report.sampleCompanies === 0
      ? []
      : [['Sample data', 'Companies marked “Sample” are invented, and so are their founders, figures and texts.']]),
  ];
  return [
    '<section class="method">',
    '<h2>About this report</h2>',
    '<dl>',
    ...notes.map(([term = '', text = '']) => `<div><dt>${term}</dt><dd>${text}</dd></div>`),
    '</dl>',
    '</section>',
  ].join('\n');
}
