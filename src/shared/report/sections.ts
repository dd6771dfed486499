import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import { labelOf, stages, type Choice } from '../domain/choices.ts';
import {
  businessModelText,
  linkOf,
  placeText,
  preferredDescription,
  shortPlaceText,
  marksOf,
  sampleMark,
  type Company,
} from '../domain/company.ts';
import { factFields, fundingText, generalText, investorsText, raisedText } from '../domain/generalFields.ts';
import { withoutPlaceholder } from '../domain/text.ts';
import { domainOf } from '../domain/webAddress.ts';
import {
  chartHeight,
  chartOption,
  type ChartLook,
  type SectorChartData,
  chartSummary,
  sectorCharts,
} from './charts.ts';
import { isolated, escapeHtml } from './escape.ts';
import { nameOf, remarkText, type ReportRemark, type SectorReport } from './reportData.ts';
import { counted, formatCount, formatDay, formatMonth, formatScore, shareText } from '../domain/formats.ts';
import { countryText } from './wording.ts';

/**
 * What is only for pointers, with numbers that grow over the life of the process: hover rules, their classes, and
 * ECharts' notes for a live page. Texts of a chart are escaped, so none of them looks like this.
 */
const forPointers =
  /<style[^>]*><!\[CDATA\[[\s\S]*?\]\]>\s*<\/style>\s*| class="[^"]*"| ecmeta_\w+="[^"]*"| pointer-events="[^"]*"/g;

/**
 * A chart as an SVG element `width` pixels wide, drawn without a browser. The same chart always gives the same text.
 */
export function chartSvg(chart: SectorChartData, look: ChartLook, width: number): string {
  use([BarChart, GridComponent, LabelLayout, SVGRenderer]);
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height: chartHeight(chart) });
  try {
    // A tooltip makes no sense on paper; that part of ECharts is not even loaded.
    const { tooltip: _, ...option } = chartOption(chart, look);
    drawing.setOption(option);
    return drawing.renderToSVGString().replaceAll(forPointers, '');
  } finally {
    drawing.dispose();
  }
}

/** Longest description, in characters; a report is about the sector. */
const descriptionLength = 480;

/** What is known about the company that a report is applied to. */
function companyProfile(company: Company, remark: ReportRemark | undefined): string {
  const { location, founded, size, score, industry } = company;
  const facts = [
    [sampleMark.label, company.is_sample ? sampleMark.meaning : ''],
    ['Industries', industry.slice(0, 8).join(', ')],
    ['Stage', company.stages.map((stage) => labelOf(stageChoices, stage)).join(', ')],
    ['Location', placeText(company)],
    ['Region', location.country.name === '' ? '' : company.region],
    ['Founded', founded === null ? '' : String(founded)],
    ['Size', size.label],
    ['Business model', businessModelText(company.business_model)],
    ['Funding', fundingText(company)],
    ['Investors', investorsText(company)],
    ['Score', score === null ? '' : formatScore(score)],
    ['Website', domainOf(linkOf(company, 'website'))],
    ...factFields.map((field) => [field.label, generalText(field, company)] as const),
  ] as const;
  const known = facts.filter(([, value]) => value !== '');
  const about = shortened(preferredDescription(company.description), descriptionLength);
  return [
    '<div class="profile">',
    about === '' ? '' : `<p>${isolated(about)}</p>`,
    `<dl>${known.map(([term, value]) => `<div><dt>${term}</dt><dd>${isolated(value)}</dd></div>`).join('')}</dl>`,
    ...(remark === undefined ? [] : [`<div class="remark">${remarkPart(remark)}</div>`]),
    '</div>',
  ].join('\n');
}

/** A text of at most `most` characters, cut between words if possible. */
function shortened(text: string, most: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  const signs = Array.from(plain);
  if (signs.length <= most) return plain;
  const cut = signs.slice(0, most - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/u, '')}…`;
}

/** A column of the table: title, class, its width or the most of it in millimetres, and a company's cell, as HTML. */
interface TableColumn {
  readonly title: string;
  readonly name: string;
  readonly width: number;
  readonly cell: (company: Company) => string;
}

/** Width of the page's text, of rank and name, and the least that what a company does takes, in millimetres. */
const pageWidth = 170;
const rankWidth = 7;
const nameWidth = 36;
const leastAbout = 40;
/** So much wider a name may be, with a quarter of the room that facts leave. */
const mostWidening = 12;

/** Facts about a company, what decides first; those without room for what it does are left out from the end. */
const factColumns: readonly (TableColumn & { readonly place: number })[] = [
  {
    title: 'Stage',
    name: 'stage',
    width: 15,
    place: 1,
    cell: ({ stages }) => escapeHtml(stages.map((stage) => labelOf(stageChoices, stage)).join(', ')),
  },
  { title: 'Raised', name: 'raised', width: 15, place: 5, cell: (company) => escapeHtml(raisedText(company)) },
  { title: 'Last round', name: 'round', width: 26, place: 6, cell: (company) => escapeHtml(lastRoundText(company)) },
  { title: 'Location', name: 'place', width: 27, place: 2, cell: (company) => escapeHtml(shortPlaceText(company)) },
  {
    title: 'Score',
    name: 'score',
    width: 10,
    place: 7,
    cell: ({ score }) => (score === null ? '' : formatScore(score)),
  },
  {
    title: 'Founded',
    name: 'founded',
    width: 14,
    place: 3,
    cell: ({ founded }) => (founded === null ? '' : String(founded)),
  },
  {
    title: 'Employees',
    name: 'size',
    width: 16,
    place: 4,
    cell: ({ sizeCategory: size }) => sizeTexts[size] ?? escapeHtml(size),
  },
];

/** A company's last round and its month, without a round that its stage is called by: `Oct 2015`, `Debt, Oct 2015`. */
function lastRoundText(company: Company): string {
  const { last_round: round, funded_on: day, stages } = company;
  const isStage = stages.some((stage) => labelOf(stageChoices, stage) === round);
  return [isStage ? '' : withoutPlaceholder(round), formatMonth(day)].filter((part) => part !== '').join(', ');
}

function aboutOf({ description }: Company): string {
  const short = withoutPlaceholder(description.short);
  const text = shortened(short === '' ? preferredDescription(description) : short, textLength);
  return text === '' ? '' : isolated(text);
}

/** Longest text about a company in the table, in characters: more than fits in a line. */
const textLength = 120;
/** So many companies need no page of their own. */
const fewCompanies = 8;

/** Longest name in the table, in characters. */
const nameLength = 90;

/** About how wide a letter of a heading and of a cell is, and what is beside it, in millimetres. */
const letter = { ofTitle: 1.5, ofCell: 1.5, beside: 3 } as const;

/** About the width of a column in whole millimetres if none of its texts is cut. */
function widthFor({ title, cell }: TableColumn, companies: readonly Company[]): number {
  // An entity is one letter.
  const longest = Math.max(...companies.map((one) => cell(one).replaceAll(/&#?\w+;/g, 'x').length));
  return Math.ceil(Math.max(title.length * letter.ofTitle, longest * letter.ofCell) + letter.beside);
}

/** The name and what a table of some companies has room for, with what is known of any of them, in their order. */
function columnsOf(companies: readonly Company[]): { readonly nameWidth: number; readonly facts: TableColumn[] } {
  const saysAnything = ({ cell }: TableColumn): boolean => companies.some((one) => cell(one) !== '');
  // What is known of none of them would be an empty column.
  const known = factColumns
    .filter(saysAnything)
    .map((column) => ({ ...column, width: Math.min(column.width, widthFor(column, companies)) }));
  const about = { title: 'What it does', name: 'about', width: 0, cell: aboutOf };
  const hasAbout = saysAnything(about);
  const facts: (typeof known)[number][] = [];
  let room = pageWidth - rankWidth - nameWidth - (hasAbout ? leastAbout : 0);
  for (const column of known) {
    if (column.width > room) continue;
    room -= column.width;
    facts.push(column);
  }
  const ordered = facts.toSorted((a, b) => a.place - b.place);
  // What a company does has the rest of the line, else its name.
  if (!hasAbout) return { nameWidth: 0, facts: ordered };
  return { nameWidth: nameWidth + Math.min(mostWidening, Math.floor(room / 4)), facts: [about, ...ordered] };
}

/** The best-rated companies; `''` if there are none. Its header is repeated on every page it runs over. */
function companyTable(report: SectorReport): string {
  const { companies, company, remarks } = report;
  if (companies.length === 0) return '';
  const lead = tableLead(report);
  const { nameWidth: width, facts } = columnsOf(companies);
  const heads = [
    { title: '#', name: 'rank', width: rankWidth },
    { title: 'Company', name: 'company', width },
    ...facts,
  ];
  const head = heads
    .map(({ title, name, width: own }) => {
      const size = own === 0 ? '' : ` style="width: ${own}mm"`;
      return `<th scope="col" class="${name}"${size}>${title}</th>`;
    })
    .join('');
  const said = new Map(remarks.map((remark) => [remark.companyId, remark]));
  const rows = companies.map((one, index) => {
    const isSubject = one.id === company?.id;
    // What is said of the subject stands with what is known about it.
    const remark = isSubject ? '' : remarkPart(said.get(one.id));
    return row(one, index + 1, facts, isSubject, remark);
  });
  return [
    `<p class="note">${lead}</p>`,
    '<table class="companies">',
    `<thead><tr>${head}</tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody>`,
    '</table>',
  ].join('\n');
}

/** How many of a report's companies its table has, and in which order: best match (docs/api.md 3). */
function tableLead({ companies, namesFirst, sector: { figures } }: SectorReport): string {
  const all = figures.companies;
  const number = formatCount(companies.length);
  const of = counted(all, 'company', 'companies');
  if (all === 1) return 'The only company.';
  const whole = `All ${formatCount(all)} companies`;
  if (namesFirst)
    return companies.length < all ? `The ${number} best matches of ${of}.` : `${whole}, best matches first.`;
  if (companies[0]?.score === null) {
    const known = companies.length < all ? `The ${number} most complete of ${of}` : `${whole}, most complete first`;
    return `${known}; none has a score.`;
  }
  const rated = companies.length < all ? `The ${number} best rated of ${of}` : `${whole}, best rated first`;
  const blanks = companies.some(({ score }) => score === null);
  return blanks ? `${rated}; those without a score come last, most complete first.` : `${rated}.`;
}

/** One company, in few elements, because each is a node of the printed document. */
function row(
  company: Company,
  rank: number,
  facts: readonly TableColumn[],
  isSubject: boolean,
  remark: string,
): string {
  const shown = `<b>${isolated(shortened(nameOf(company.name), nameLength))}</b>`;
  const named = linked(shown, linkOf(company, 'website'));
  const marks = marksText(company);
  // Of a name with marks, the name gives way.
  const name = marks === '' ? named : `<div>${named}${marks}</div>`;
  const cells = [
    `<td class="rank">${rank}</td>`,
    `<td class="company">${name}</td>`,
    ...facts.map((fact) => `<td class="${fact.name}">${fact.cell(company)}</td>`),
  ];
  const mark = isSubject ? ' class="subject"' : remark === '' ? '' : ' class="remarked"';
  const line = `<tr${mark}>${cells.join('')}</tr>`;
  if (remark === '') return line;
  return `${line}\n<tr class="remark"><td></td><td colspan="${facts.length + 1}">${remark}</td></tr>`;
}

/** What the user has decided and written about a company, as paragraphs; `''` if nothing. */
function remarkPart(remark: ReportRemark | undefined): string {
  if (remark === undefined) return '';
  const decision = remarkText(remark);
  const notes = remark.notes.map(
    ({ createdAt, text }) => `<p><b>${formatDay(createdAt)}</b> ${isolated(text).replaceAll('\n', '<br>')}</p>`,
  );
  return [...(decision === '' ? [] : [`<p>${isolated(decision)}</p>`]), ...notes].join('');
}

/** The company's own site, for whoever reads the document on a screen; only http addresses are links. */
function linked(html: string, address: string): string {
  if (!URL.canParse(address)) return html;
  const { protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? `<a href="${escapeHtml(address)}">${html}</a>` : html;
}

function marksText(company: Company): string {
  return marksOf(company)
    .map(({ label }) => ` <i>${label}</i>`)
    .join('');
}

const sizeTexts: Readonly<Record<string, string>> = { unknown: '', more: 'over 500' };

/** A numbered part of the report. `title` and `body` are HTML already. */
export interface ReportSection {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly startsPage: boolean;
  readonly body: string;
}

/** Colours that work on paper, even if printed in grey. */
const printLook: ChartLook = {
  bar: '#0a7566',
  hover: '#0a7566',
  text: '#16202a',
  dim: '#556371',
  line: '#c3ccd5',
  raised: '#ffffff',
  font: 'Inter',
  animates: false,
};

/** Width of the text on the page, and of half of it less the gap, in CSS pixels. */
const widths = { whole: 642, half: 309 } as const;

/** The sections of a report in order, without those that have nothing to say. */
export function reportSections(report: SectorReport): ReportSection[] {
  const { sector, company, remarks } = report;
  const remark = remarks.find(({ companyId }) => companyId === company?.id);
  const all: Omit<ReportSection, 'number'>[] = [
    { id: 'summary', title: 'Summary', startsPage: true, body: summary(report) },
    {
      id: 'trends',
      title: 'Trends and challenges',
      startsPage: false,
      body: paragraphs(sector.trends_and_challenges, 'points'),
    },
    { id: 'figures', title: 'Figures', startsPage: true, body: figures(report) },
    {
      id: 'application',
      title: company === null ? '' : `How it applies to ${isolated(nameOf(company.name))}`,
      startsPage: true,
      body: company === null ? '' : companyProfile(company, remark) + paragraphs(sector.applies_to_company),
    },
    {
      id: 'companies',
      title: 'Companies',
      // After a section about one company, there is room for the others, and a few have room anywhere.
      startsPage: company === null && report.companies.length > fewCompanies,
      body: companyTable(report),
    },
  ];
  return all.filter(({ body }) => body !== '').map((section, index) => ({ ...section, number: index + 1 }));
}

/** A text as paragraphs, one for each of its lines; `''` for none. */
function paragraphs(text: string, name = 'text'): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => `<p class="${name}">${escapeHtml(line)}</p>`).join('\n');
}

function summary(report: SectorReport): string {
  const { sector } = report;
  const marks = sector.sub_sectors.map((name) => `<li>${isolated(name)}</li>`).join('');
  return [
    paragraphs(sector.sector_description, 'lead'),
    keyFigures(report),
    paragraphs(sector.sector_overview),
    marks === ''
      ? ''
      : '<h3>Sub-sectors</h3><p class="note">Industries that its companies list more often than others do.</p>' +
        `<ul class="sub-sectors">${marks}</ul>`,
  ].join('\n');
}

/** The most memorable figures, each with what it means. */
function keyFigures({ sector: { figures }, allCompanies }: SectorReport): string {
  const { companies } = figures;
  if (companies === 0) return '';
  const share = companies === allCompanies ? '' : `, ${shareText(companies, allCompanies)} of all`;
  const tiles = [{ figure: formatCount(companies), text: `${companies === 1 ? 'company' : 'companies'}${share}` }];
  const stage = figures.byStage.toSorted((a, b) => b.count - a.count)[0];
  if (stage !== undefined) {
    tiles.push({
      figure: shareText(stage.count, companies),
      text: `at ${labelOf(stageChoices, stage.value)} stage`,
    });
  }
  const country = figures.byCountry.find(({ value }) => value !== 'unknown');
  if (country !== undefined) {
    // The text below says the same share of the same companies.
    const unknown = figures.byCountry.find(({ value }) => value === 'unknown')?.count ?? 0;
    const where = `in ${countryText(country.label)}`;
    tiles.push({
      figure: shareText(country.count, companies - unknown),
      text: unknown === 0 ? where : `of those with a known country ${where}`,
    });
  }
  const median = medianYear(figures.byFoundedYear);
  if (median !== '') tiles.push({ figure: median, text: 'median founding year' });
  const cells = tiles.map(
    ({ figure, text }) => `<div><dt>${escapeHtml(text)}</dt><dd>${escapeHtml(figure)}</dd></div>`,
  );
  return `<dl class="key-figures">${cells.join('')}</dl>`;
}

const stageChoices: readonly Choice[] = stages;

/** The year by which half of the companies with a known year were founded; `''` if none is known. */
function medianYear(buckets: SectorReport['sector']['figures']['byFoundedYear']): string {
  const known = buckets.filter(({ value }) => value !== 'unknown');
  const half = known.reduce((sum, { count }) => sum + count, 0) / 2;
  let passed = 0;
  return known.find(({ count }) => (passed += count) >= half)?.label ?? '';
}

function figures({ sector }: SectorReport): string {
  const charts = sectorCharts(sector.figures);
  if (charts.length === 0) return '';
  const from = `<p class="note">Based on ${counted(sector.figures.companies, 'company', 'companies')}.</p>`;
  return `${from}<div class="charts">${charts.map(chartFigure).join('\n')}</div>`;
}

function chartFigure(chart: SectorChartData): string {
  const isWide = chart.id === 'year';
  const drawing = chartSvg(chart, printLook, isWide ? widths.whole : widths.half);
  return [
    `<figure${isWide ? ' class="wide"' : ''}>`,
    `<h3>${chart.title}</h3>`,
    `<div role="img" aria-label="${escapeHtml(chartSummary(chart))}">${drawing}</div>`,
    chart.note === '' ? '' : `<figcaption>${escapeHtml(chart.note)}</figcaption>`,
    '</figure>',
  ].join('');
}
