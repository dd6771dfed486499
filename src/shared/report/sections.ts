import { labelOf, stages, type Choice } from '../domain/choices.ts';
import { chartSvg } from './chartSvg.ts';
import { chartSummary, sectorCharts, type SectorChartData } from './charts.ts';
import type { ChartLook } from './chartOption.ts';
import { companyProfile } from './companyProfile.ts';
import { companyTable } from './companyTable.ts';
import { nameOf } from './coverPart.ts';
import { escapeHtml, isolated } from './escape.ts';
import type { SectorReport } from './reportData.ts';
import { countryText, countText, numberText, shareText } from './wording.ts';

/** A numbered part of the report. `title` and `body` are HTML already. */
export interface ReportSection {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly startsPage: boolean;
  readonly body: string;
}

/** Colours that hold on paper, also when it is printed in grey. */
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

/** Width of the text on the page and of half of it less the gap, in CSS pixels. */
const widths = { whole: 642, half: 309 } as const;

/** The sections of a report in their order, those left out that have nothing to say. */
export function reportSections(report: SectorReport): ReportSection[] {
  const { sector, company } = report;
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
      body: company === null ? '' : companyProfile(company) + paragraphs(sector.applies_to_company),
    },
    // Behind what is said of one company there is room for the others.
    { id: 'companies', title: 'Companies', startsPage: company === null, body: companyTable(report) },
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
      : `<h3>Sub-sectors</h3><p class="note">Industries that its companies name more often than others do.</p><ul class="sub-sectors">${marks}</ul>`,
  ].join('\n');
}

/** The figures that one remembers, each with what it means. */
function keyFigures({ sector: { figures }, allCompanies }: SectorReport): string {
  const { companies } = figures;
  if (companies === 0) return '';
  const tiles = [{ figure: numberText(companies), text: `companies, ${shareText(companies, allCompanies)} of all` }];
  const stage = figures.byStage.toSorted((a, b) => b.count - a.count)[0];
  if (stage !== undefined) {
    tiles.push({
      figure: shareText(stage.count, companies),
      text: `at the stage ${labelOf(stageChoices, stage.value)}`,
    });
  }
  const [country] = figures.byCountry;
  if (country !== undefined)
    tiles.push({ figure: shareText(country.count, companies), text: `in ${countryText(country.label)}` });
  const median = medianYear(figures.byFoundedYear);
  if (median !== '') tiles.push({ figure: median, text: 'median founding year' });
  const cells = tiles.map(
    ({ figure, text }) => `<div><dt>${escapeHtml(text)}</dt><dd>${escapeHtml(figure)}</dd></div>`,
  );
  return `<dl class="key-figures">${cells.join('')}</dl>`;
}

const stageChoices: readonly Choice[] = stages;

/** The year by which half of the companies with a known one were founded; `''` where none is known. */
function medianYear(buckets: SectorReport['sector']['figures']['byFoundedYear']): string {
  const known = buckets.filter(({ value }) => value !== 'unknown');
  const half = known.reduce((sum, { count }) => sum + count, 0) / 2;
  let passed = 0;
  return known.find(({ count }) => (passed += count) >= half)?.label ?? '';
}

function figures({ sector }: SectorReport): string {
  const charts = sectorCharts(sector.figures);
  if (charts.length === 0) return '';
  const from = `<p class="note">Of ${countText(sector.figures.companies, 'company', 'companies')}.</p>`;
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
