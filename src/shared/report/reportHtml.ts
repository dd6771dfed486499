import { formatMonday } from '../domain/digestWeek.ts';
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
}

/** A report that is drawn, but for the numbers in its contents. */
export interface LaidOutReport {
  /** The page of each section by its id, where no text is longer than the room it has. */
  readonly expected: ReadonlyMap<string, number>;
  /** The page as HTML; a section that `pages` does not have stands in the contents without a number. */
  readonly html: (pages: ReadonlyMap<string, number>) => string;
}

/** What the page may do: show itself. It also runs no script and reaches no network (S41). */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** Longest title in the running header, in characters. */
const headerLength = 80;

/** The report as one HTML document that stands alone, ready to be printed on A4. Every value in it is escaped. */
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
  const asOf = report.week === '' ? '' : `Data as of the week of ${formatMonday(report.week)} · `;
  return `
@page {
  @top-left { content: ${cssString(short)}; }
  @bottom-left { content: ${cssString(`${asOf}${madeOn}`)}; }
}
@page :first { @top-left { content: none; } @bottom-left { content: none; } }
`;
}
