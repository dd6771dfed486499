import { aboutPart, contentsPart, coverPart } from './coverPart.ts';
import { cssString, escapeHtml } from './escape.ts';
import { fontFaces, type ReportFont } from './fonts.ts';
import { reportTitle, type SectorReport } from './reportData.ts';
import { reportSections, type ReportSection } from './sections.ts';
import { reportStyle } from './style.ts';

export interface ReportOptions {
  /** The day it is made, in words: `21 November 2026`. */
  readonly madeOn: string;
  /** Subsets of Inter, embedded; where none is given the reader's system chooses. */
  readonly fonts: readonly ReportFont[];
  /**
   * Page of each section by its id, as the last print had them; `expected`: where they are to be expected before the first
   * print; `none`: the contents go without numbers.
   */
  readonly pages: ReadonlyMap<string, number> | 'expected' | 'none';
}

/** What the page may do: show itself (DESIGN `Traps`). It also runs no script and reaches no network (S41). */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** Longest title in the running header, in characters. */
const headerLength = 80;

/** The report as one HTML document that stands alone, ready to be printed on A4. Every value in it is escaped. */
export function reportHtml(report: SectorReport, options: ReportOptions): string {
  const sections = reportSections(report);
  const pages = options.pages === 'expected' ? expectedPages(sections) : options.pages;
  const numbers = pages === 'none' ? new Map<string, number>() : pages;
  const title = reportTitle(report);
  return [
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
    contentsPart(sections, numbers),
    aboutPart(report),
    '</section>',
    ...sections.map(sectionPart),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function sectionPart({ id, title, number, startsPage, body }: ReportSection): string {
  return [
    `<section${startsPage ? ' class="new-page"' : ''}>`,
    `<h2 id="${id}"><span class="number">${number}</span> ${title}</h2>`,
    body,
    '</section>',
  ].join('\n');
}

/** Cover and contents are the first two pages; each section that starts a page is expected to need no second one. */
function expectedPages(sections: readonly ReportSection[]): Map<string, number> {
  let page = 2;
  return new Map(
    sections.map(({ id, startsPage }) => {
      if (startsPage) page += 1;
      return [id, page];
    }),
  );
}

/** Running header and footer, which live in the margins of the page. */
function marginTexts(report: SectorReport, { madeOn }: ReportOptions): string {
  const title = Array.from(reportTitle(report));
  const short = title.length > headerLength ? `${title.slice(0, headerLength - 1).join('')}…` : title.join('');
  return `
@page {
  @top-left { content: ${cssString(short)}; }
  @bottom-left { content: ${cssString(`Data as of digest ${report.week} · ${madeOn}`)}; }
}
@page :first { @top-left { content: none; } @bottom-left { content: none; } }
`;
}
