import { formatMonday } from '../domain/digestWeek.ts';
import { aboutPart, contentsPart, coverPart } from './coverPart.ts';
import { cssString, escapeHtml } from './escape.ts';
import { fontFaces, type ReportFont } from './fonts.ts';
import { reportTitle, type SectorReport } from './reportData.ts';
import { reportSections, type ReportSection } from './sections.ts';

/** The style of the report on A4 paper: one accent colour, hairlines, Inter. It refers to no address. */
export const reportStyle = `
@page {
  size: A4;
  margin: 25mm 20mm 21mm;
  @top-left { color: #556371; font: 400 7.5pt Inter, sans-serif; vertical-align: bottom; padding-bottom: 6mm; }
  @top-right {
    content: "Winnow"; color: #0a7566; font: 600 7.5pt Inter, sans-serif; vertical-align: bottom; padding-bottom: 6mm;
  }
  @bottom-left { color: #556371; font: 400 7.5pt Inter, sans-serif; vertical-align: top; padding-top: 5mm; }
  @bottom-right {
    content: counter(page) " / " counter(pages); color: #16202a; font: 500 7.5pt Inter, sans-serif;
    vertical-align: top; padding-top: 5mm;
  }
}
@page :first {
  margin: 0;
  @top-right { content: none; }
  @bottom-right { content: none; }
}
* { box-sizing: border-box; }
html {
  font: 400 9.5pt/1.55 Inter, sans-serif; color: #16202a; font-variant-numeric: tabular-nums;
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
body { margin: 0; overflow-wrap: anywhere; }
h1, h2, h3, p, dl, dd, ol, ul, figure { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h1, h2, h3 { font-weight: 650; line-height: 1.2; letter-spacing: -0.012em; break-after: avoid; break-inside: avoid; }
h2 { margin: 0 0 5mm; padding-bottom: 2.5mm; border-bottom: 0.75pt solid #0a7566; font-size: 16pt; }
h2 .number, .contents .number { color: #0a7566; }
h3 { margin: 0 0 1.5mm; font-size: 10pt; }
p { orphans: 3; widows: 3; }
.new-page, .front { break-before: page; }
section + section:not(.new-page) { margin-top: 10mm; }
.note { margin-bottom: 4mm; color: #556371; font-size: 8.5pt; }

.cover { position: relative; height: 297mm; padding: 24mm 22mm 22mm 30mm; overflow: hidden; break-after: page; }
.cover::before { content: ""; position: absolute; inset: 0 auto 0 0; width: 8mm; background: #0a7566; }
.brand { display: flex; align-items: center; gap: 3mm; font-size: 13pt; font-weight: 650; letter-spacing: -0.01em; }
.mark { width: 9mm; height: 9mm; }
.cover .about { position: absolute; top: 82mm; left: 30mm; right: 22mm; max-height: 125mm; overflow: hidden; }
.cover .kind { margin-bottom: 4mm; color: #0a7566; font-size: 10pt; font-weight: 600; }
.cover h1 { line-height: 1.12; letter-spacing: -0.022em; }
.cover h1.large { font-size: 33pt; }
.cover h1.small { font-size: 24pt; }
.cover h1.tiny { font-size: 16pt; }
.cover .for { margin-top: 6mm; font-size: 14pt; line-height: 1.35; }
.cover .scope { margin-top: 3mm; color: #556371; font-size: 11pt; }
.cover dl {
  position: absolute; left: 30mm; right: 22mm; bottom: 22mm; display: grid; grid-template-columns: 1.5fr 1fr 1fr;
  gap: 5mm 6mm;
}
.cover dl div { padding-top: 2.5mm; border-top: 0.5pt solid #c3ccd5; }
.cover dl .wide { grid-column: 1 / -1; }
dt { color: #556371; font-size: 8pt; }
.cover dd { font-size: 10.5pt; font-weight: 500; }
.cover .wide dd {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; font-weight: 400;
}

.contents { margin-bottom: 14mm; }
.contents li { border-bottom: 0.5pt solid #dfe4ea; }
.contents a {
  display: grid; grid-template-columns: 8mm 1fr auto; padding: 2.6mm 0; color: inherit; font-size: 11pt;
  text-decoration: none;
}
.contents .page { min-width: 10mm; text-align: right; }
.method { break-inside: avoid; }
.method dl { display: grid; gap: 2.6mm; }
.method dl div { display: grid; grid-template-columns: 34mm 1fr; gap: 4mm; }
.method dt { font-size: 9pt; }
.method dd { font-size: 9pt; }

.lead { margin-bottom: 6mm; font-size: 11.5pt; line-height: 1.5; }
.text { margin-bottom: 6mm; }
.points { margin-bottom: 3.2mm; padding-left: 4.5mm; border-left: 1.5pt solid #b9ded6; break-inside: avoid; }
.key-figures {
  display: grid; grid-template-columns: repeat(4, 1fr); gap: 4mm; margin-bottom: 6mm; break-inside: avoid;
}
.key-figures div {
  display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: 3.5mm 4mm; border-radius: 1.5mm;
  background: #eef6f4;
}
.key-figures dd { font-size: 17pt; font-weight: 650; line-height: 1.15; letter-spacing: -0.02em; }
.key-figures dt { margin-top: 1mm; line-height: 1.35; }
.sub-sectors { columns: 2; column-gap: 8mm; }
.sub-sectors li { padding: 1.1mm 0; border-bottom: 0.5pt solid #dfe4ea; break-inside: avoid; }

.charts { display: grid; grid-template-columns: 1fr 1fr; gap: 7mm 24px; align-items: start; }
.charts figure { min-width: 0; break-inside: avoid; }
.charts .wide { grid-column: 1 / -1; }
.charts svg { display: block; }
.charts figcaption { margin-top: 1mm; color: #556371; font-size: 7.5pt; line-height: 1.4; }

.profile {
  margin-bottom: 5mm; padding: 4.5mm 5mm; border: 0.5pt solid #c3ccd5; border-radius: 1.5mm; break-inside: avoid;
}
.profile p { margin-bottom: 3.5mm; }
.profile dl { display: grid; grid-template-columns: 1fr 1fr; gap: 1.6mm 8mm; }
.profile dl div { display: grid; grid-template-columns: 25mm 1fr; gap: 2mm; font-size: 8.5pt; }

.companies { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 7.5pt; line-height: 1.4; }
.companies tr:not(.remark) > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.companies th {
  padding: 0 2mm 1.6mm 0; border-bottom: 0.75pt solid #16202a; font-weight: 600; text-align: left;
  vertical-align: bottom;
}
.companies td { padding: 1.7mm 2mm 1.7mm 0; border-bottom: 0.5pt solid #dfe4ea; vertical-align: top; color: #3b4855; }
.companies tr { break-inside: avoid; }
.companies b { color: #16202a; font-weight: 600; }
.companies a { color: inherit; text-decoration: underline; text-decoration-color: #c3ccd5; text-underline-offset: 1mm; }
.companies i {
  padding: 0 1mm; border: 0.5pt solid #c3ccd5; border-radius: 1mm; color: #556371; font-size: 6.5pt; font-style: normal;
}
.companies .company > div { display: flex; gap: 1mm; }
.company > div > :first-child { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.company > div > i { flex: none; }
.companies .subject td { background: #eef6f4; }
.companies .remarked { break-after: avoid; }
.companies .remarked td { padding-bottom: 0; border-bottom: 0; }
.remark p + p { margin-top: 1mm; }
.companies .remark p { padding-left: 2mm; border-left: 1pt solid #b9ded6; }
.profile .remark { margin-top: 3.5mm; padding-top: 3mm; border-top: 0.5pt solid #dfe4ea; font-size: 8.5pt; }
.profile .remark p { margin-bottom: 0; }
.companies .score { padding-right: 0; }
.companies .round { padding-left: 2mm; }
.companies :is(.founded, .size, .raised, .score) { text-align: right; }
`;

export interface ReportOptions {
  /** The day it was made, in words: `21 Nov 2026`. */
  readonly madeOn: string;
  /** Subsets of Inter, embedded; if there are none, the reader's system chooses a font. */
  readonly fonts: readonly ReportFont[];
}

/** A report that is complete except for the page numbers in its contents. */
export interface LaidOutReport {
  /** The page of each section by its id, provided no text needs more room than expected. */
  readonly expected: ReadonlyMap<string, number>;
  /** The page as HTML; a section missing from `pages` is in the contents without a number. */
  readonly html: (pages: ReadonlyMap<string, number>) => string;
}

/** What the page may do: show itself. It runs no script and reaches no network (S41). */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** Longest title in the running header, in characters. */
const headerLength = 80;

/** The report as one self-contained HTML document, ready to print on A4. Every value in it is escaped. */
export function layOutReport(report: SectorReport, options: ReportOptions): LaidOutReport {
  const sections = reportSections(report);
  const title = reportTitle(report);
  const before = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<style>${fontFaces(options.fonts)}${reportStyle}${marginTexts(report, options)}</style>`,
    '</head>',
    '<body>',
    coverPart(report, options.madeOn),
    '<section class="front">',
  ];
  const after = [aboutPart(report), '</section>', ...sections.map(sectionPart), '</body>', '</html>', ''];
  return {
    expected: expectedPages(sections),
    html: (pages) => [...before, contentsPart(sections, pages), ...after].join('\n'),
  };
}

function sectionPart({ id, title, number, startsPage, body }: ReportSection): string {
  return [
    `<section${startsPage ? ' class="new-page"' : ''}>`,
    `<h2 id="${id}"><span class="number">${number}</span> ${title}</h2>`,
    body,
    '</section>',
  ].join('\n');
}

/** Cover and contents are the first two pages; each section that starts a page is expected to fit on it. */
function expectedPages(sections: readonly ReportSection[]): Map<string, number> {
  let page = 2;
  return new Map(
    sections.map(({ id, startsPage }) => {
      if (startsPage) page += 1;
      return [id, page];
    }),
  );
}

/** The running header and footer, in the margins of the page. */
function marginTexts(report: SectorReport, { madeOn }: ReportOptions): string {
  const title = Array.from(reportTitle(report));
  const short = title.length > headerLength ? `${title.slice(0, headerLength - 1).join('')}…` : title.join('');
  const asOf = report.week === '' ? '' : `Data as of the week of ${formatMonday(report.week)} · `;
  return `
@page {
  @top-left { content: ${cssString(short)}; }
  @bottom-left { content: ${cssString(`${asOf}${madeOn}`)}; }
}
@page :first { @top-left { content: none; } @bottom-left { content: none; } }
`;
}
