import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartSvg } from './sections.ts';
import { sectorCharts } from './charts.ts';
import { cssString, escapeHtml } from './escape.ts';
import { isInRange } from './fonts.ts';
import { layOutReport } from './reportHtml.ts';
import { reportFileName, type SectorReport } from './reportData.ts';
import { hostileValues, sampleReport } from './testing/sampleReport.ts';

/** The page of a report, its contents with the numbers that are expected, or with others. */
function reportHtml(report: SectorReport, pages?: ReadonlyMap<string, number>): string {
  const { html, expected } = layOutReport(report, { madeOn: '21 Nov 2026', fonts: [] });
  return html(pages ?? expected);
}

/** The numbers beside the lines of the contents. */
function numbersIn(html: string): string[] {
  return [...html.matchAll(/<span class="page">(\d*)<\/span>/g)].map(([, number = '']) => number);
}

function tagsIn(html: string): number {
  return html.match(/<\/?[a-z][^>]*>/gi)?.length ?? 0;
}

/** A report in which everything is called the same. */
function pageNamed(name: string): string {
  const report = sampleReport(1);
  report.companies[0]!.name = name;
  report.company = report.companies[0]!;
  report.sector.sector = name;
  report.query = name;
  return reportHtml(report);
}

describe('the page of a report', () => {
  const html = reportHtml(sampleReport());

  it('is what it was when somebody looked at it last', async () => {
    await expect(html).toMatchFileSnapshot('./testing/report.html.snap');
  });

  it('S41 lets no value be markup or style, and shows it as the words it is', () => {
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    expect(style).not.toMatch(/url\(|evil|@import|</);
    const body = html.slice(html.indexOf('<body>'));
    expect(body).not.toMatch(/<(?:img|script|style|iframe|link|meta|object|base|form)\b/i);
    const allowed = /^(?:#[a-z]+|https:\/\/www\.example\.org\/a)$/;
    expect([...body.matchAll(/(?:href|src)="([^"]*)"/g)].every(([, to]) => allowed.test(to ?? ''))).toBe(true);
    expect(body).not.toMatch(/ on\w+="/i);
    for (const value of hostileValues.slice(0, 3)) expect(body).toContain(escapeHtml(value));
    expect(html).not.toContain('\u0000');
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">`,
    );
  });

  it('leaves out of the table of companies what is known of none of them', () => {
    const report = sampleReport(2);
    const heads = (): string[] =>
      [...reportHtml(report).matchAll(/<th scope="col" class="(\w+)"/g)].map(([, of]) => of!);
    expect(heads()).toEqual(['rank', 'company', 'about', 'stage', 'place', 'founded', 'size', 'score']);
    for (const company of report.companies) Object.assign(company, { score: null, stages: [], founded: null });
    expect(heads()).toEqual(['rank', 'company', 'about', 'place', 'size']);
    expect(reportHtml(report)).not.toContain('The predicted startup rating');
  });

  it('E21 has what was raised and the last round in the table, and no more columns than fit in a line', () => {
    const report = sampleReport(1);
    Object.assign(report.companies[0]!, {
      funding_total: 34_500_000,
      last_round: 'Series B',
      funded_on: '2015-10-02',
      location: { city: 'San Francisco', country: { name: 'United States', code: 'US' } },
    });
    const page = reportHtml(report);
    const heads = [...page.matchAll(/<th scope="col" class="(\w+)"(?: style="width: (\d+)mm")?/g)];
    // What decides least gives way to what a company does.
    const names = ['rank', 'company', 'about', 'stage', 'place', 'raised', 'round', 'score'];
    expect(heads.map(([, name]) => name)).toEqual(names);
    expect(heads.reduce((sum, [, , width]) => sum + Number(width ?? 40), 0)).toBeLessThanOrEqual(170);
    expect(page).toContain('<td class="place">San Francisco, US</td>');
    expect(page).toContain('<td class="raised">$34.5M</td><td class="round">Series B, Oct 2015</td>');
    Object.assign(report.companies[0]!, { stages: ['inv_stage_series_b'] });
    expect(reportHtml(report)).toContain('<td class="round">Oct 2015</td>');
    expect(page).toContain(
      '.companies tr:not(.remark) > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }',
    );
  });

  it('E21 gives the name more room where facts leave some, and what a company does the rest', () => {
    const report = sampleReport(2);
    const widthOf = (name: string): number =>
      Number(new RegExp(`class="${name}" style="width: (\\d+)mm"`).exec(reportHtml(report))?.[1] ?? 0);
    const narrow = widthOf('company');
    for (const company of report.companies) Object.assign(company, { score: null, stages: [], founded: null });
    expect(widthOf('company')).toBeGreaterThan(narrow);
    for (const company of report.companies) Object.assign(company, { description: { short: '', long: '', llm: '' } });
    // Without anything that it does, no column says so, and the name has the rest of the line.
    expect(reportHtml(report)).not.toContain('What it does');
    expect(widthOf('company')).toBe(0);
    // A mark stays whole beside the longest name.
    Object.assign(report.companies[0]!, { is_sample: true, name: 'Very long '.repeat(12) });
    expect(reportHtml(report)).toMatch(/<td class="company"><div><a [^>]*><b>.*<\/b><\/a> <i>Sample<\/i><\/div>/);
  });

  it('E21 says in which order the companies are', () => {
    const report = sampleReport(30);
    expect(reportHtml(report)).toContain('The 30 best rated of 120 companies');
    // A searched word in the name comes before any score.
    expect(reportHtml({ ...report, namesFirst: true })).toContain('The 30 best matches of 120 companies.');
  });

  it('E21 a few companies take no page of their own', () => {
    expect(companiesStartPage(3)).toBe(false);
    expect(companiesStartPage(30)).toBe(true);
  });

  it('E21 says how challenges are read only where some are told', () => {
    const report = sampleReport(1);
    report.sector.trends_and_challenges = 'Half of the companies were founded in 2016 or before.';
    expect(reportHtml(report)).not.toContain('Challenges are read');
    report.sector.trends_and_challenges +=
      '\nOf 40 companies, 12 describe their challenges; the most frequent are “x” (3).';
    expect(reportHtml(report)).toContain('Challenges are read');
    report.sector.trends_and_challenges = '';
    expect(reportHtml(report)).not.toContain('Trends and challenges');
  });

  it('S41 has no tag more than a harmless report, whatever its values say', () => {
    const expected = tagsIn(pageNamed('Plain'));
    fc.assert(
      fc.property(fc.constantFrom(...hostileValues), fc.string({ unit: 'binary', maxLength: 30 }), (value, noise) => {
        expect(tagsIn(pageNamed(`x${value}${noise}`))).toBe(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('links a company’s name to its site, and to nothing that is no address of the web', () => {
    expect(hrefs('https://acme.example/a?b=1&c="x"')).toEqual(['https://acme.example/a?b=1&amp;c=&quot;x&quot;']);
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'acme', '', 'mailto:a@b.c']) {
      expect(hrefs(bad), bad).toEqual([]);
    }
  });

  it('links every line of the contents to its section, with the page that is known, or none', () => {
    const targets = [...html.matchAll(/href="#(\w+)"/g)].map(([, id]) => id);
    expect(targets).toEqual(['summary', 'trends', 'figures', 'application', 'companies']);
    for (const id of targets) expect(html).toContain(`<h2 id="${id}">`);
    expect(numbersIn(html)).toEqual(['3', '3', '4', '5', '5']);
    const pages = new Map([
      ['summary', 3],
      ['trends', 4],
    ]);
    expect(numbersIn(reportHtml(sampleReport(), pages))).toEqual(['3', '4', '', '', '']);
    expect(numbersIn(reportHtml(sampleReport(), new Map()))).toEqual(['', '', '', '', '']);
  });

  it('leaves out what a list without a company or without companies has nothing to say about', () => {
    const report = sampleReport();
    report.company = null;
    expect(reportHtml(report)).not.toContain('How it applies');
    report.companies = [];
    report.sector.trends_and_challenges = '';
    const figures = { companies: 0, byStage: [], byCountry: [], byFoundedYear: [], bySize: [], byIndustry: [] };
    report.sector.figures = figures;
    const empty = reportHtml(report);
    expect([...empty.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)).toEqual(['summary']);
    expect(empty).not.toMatch(/undefined|NaN|null/);
  });

  it('says on the cover how many companies are invented, and marks them in the table', () => {
    const cover = (samples: number): string => {
      const report = sampleReport(3);
      report.sampleCompanies = samples;
      const [before = ''] = reportHtml(report).split('</header>');
      return before;
    };
    expect(cover(0)).not.toMatch(/invented/);
    expect(cover(1)).toContain('Of these, 1 is an invented sample.');
    expect(cover(100)).toContain('Of these, 100 are invented samples.');
    expect(cover(120)).toContain('All companies in this report are invented samples.');
    const report = sampleReport(3);
    expect(reportHtml(report)).not.toContain('<i>Sample</i>');
    report.companies[1]!.is_sample = true;
    expect(reportHtml(report).match(/<i>Sample<\/i>/g)).toHaveLength(1);
  });

  it('S41 says under a company what was decided and written about it, only where that was asked for', () => {
    const report = sampleReport();
    expect(reportHtml(report)).not.toContain('remark"');
    const said = {
      decidedAt: '2026-11-03T10:00:00.000Z',
      reason: 'Team <b>',
      notes: [{ createdAt: '2026-11-04T10:00:00.000Z', text: 'Met them.\n</td><script>alert(1)</script>' }],
    };
    const html = reportHtml({
      ...report,
      remarks: [
        { companyId: 1, list: 'Archive', ...said, notes: [] },
        { companyId: 2, list: 'Watchlist', ...said },
        { companyId: 3, list: 'None', ...said, decidedAt: '', reason: '' },
      ],
    });
    const [before = '', table = ''] = html.split('<table class="companies">');
    const remarks = [...table.matchAll(/<tr class="remark">.*<\/tr>/g)].map(([row]) => row.replaceAll(/<[^>]*>/g, '|'));
    expect(remarks).toHaveLength(2);
    expect(remarks[0]).toContain('Watchlist since 3 Nov 2026 · Team &lt;b&gt;');
    expect(remarks[0]).toContain('4 Nov 2026| |Met them.|&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(remarks[1]).not.toContain('since');
    // What is said of the company that the report is for stands with what is known about it.
    expect(before).toContain('<div class="remark"><p><bdi>Archive since 3 Nov 2026 · Team &lt;b&gt;</bdi></p></div>');
    expect(before).toContain('those of whoever saved this report');
  });

  it('is the same text every time, its charts too', () => {
    expect(reportHtml(sampleReport())).toBe(html);
    const look = {
      bar: '#000',
      hover: '#000',
      text: '#000',
      dim: '#000',
      line: '#000',
      raised: '#fff',
      font: 'Inter',
      animates: false,
    };
    for (const chart of sectorCharts(sampleReport().sector.figures)) {
      const drawn = chartSvg(chart, look, 300);
      expect(chartSvg(chart, look, 300)).toBe(drawn);
      expect(drawn).not.toMatch(/<(?:script|img|style|image|foreignObject)\b/i);
    }
  });
});

describe('the name of the file', () => {
  it('is the sector and, in brackets, region, country and stages (product 9)', () => {
    const report = sampleReport();
    report.sector.sector = 'FinTech';
    report.scope.stages = ['Seed', 'Series A'];
    expect(reportFileName(report)).toBe('Sector Report on FinTech (Europe, Germany, Seed, Series A)');
    report.scope = { regions: [], countries: [], stages: [] };
    expect(reportFileName(report)).toBe('Sector Report on FinTech');
  });
});

describe('values in places of their own', () => {
  it('a string of CSS ends where it is to end, and the style with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        expect(cssString(value)).toMatch(/^"(?:[A-Za-z0-9 ]|\\[\da-f]+ )*"$/);
      }),
    );
  });

  it('knows which characters a font has', () => {
    expect(isInRange('Łódź', 'U+0100-02BA, U+1E00-1E9F')).toBe(true);
    expect(isInRange('Lodz', 'U+0100-02BA')).toBe(false);
    expect(isInRange('я', 'U+4??')).toBe(true);
    expect(isInRange('🚀', 'U+1F680')).toBe(true);
  });
});

/** Whether the table of so many companies, found by a search, begins a page. */
function companiesStartPage(companies: number): boolean {
  const report = { ...sampleReport(companies), kind: 'search', company: null } as const;
  return reportHtml(report).includes('<section class="new-page">\n<h2 id="companies">');
}

/** The links of the table of companies in a report whose first company has this site. */
function hrefs(site: string): string[] {
  const report = sampleReport(2);
  Object.assign(report.companies[0]!, { links: [{ type: 'website', url: site }] });
  Object.assign(report.companies[1]!, { links: [] });
  const table = reportHtml(report).split('<h2 id="companies">')[1] ?? '';
  return [...table.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href!);
}
