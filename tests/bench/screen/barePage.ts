import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import type { WinnowServer } from '../engines/winnow.ts';

/** The page's pretended path, so that the API has its origin. */
const path = '/bare';

/** AG Grid's bundle for a page; the package exports only its modules, and the bundle is beside them. */
export function gridBundle(): string {
  const modules = createRequire(import.meta.url).resolve('ag-grid-community');
  return join(dirname(modules), '..', 'ag-grid-community.min.js');
}

/** Opens a page that only shows a server's first search result in AG Grid. */
export async function openBarePage(page: Page, { url, token }: WinnowServer): Promise<void> {
  const bundle = readFileSync(gridBundle());
  await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/html', body: pageText(token) }));
  await page.route(`**${path}.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: bundle }));
  await page.goto(`${url}${path}`, { waitUntil: 'commit' });
}

function pageText(token: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>
    <style>html, body, #grid { height: 100%; margin: 0 }</style><div id="grid"></div><script src="${path}.js"></script>
    <script>
      const grid = agGrid.createGrid(document.querySelector('#grid'), {
        columnDefs: ['name', 'text', 'score', 'stages', 'industry', 'city', 'country', 'founded', 'size', 'funded']
          .map((field) => ({ field, cellClass: field === 'name' ? 'w-cell-name-text' : '' })),
      });
      fetch('/api/latest_companies/preview/?page_size=100', { headers: { authorization: 'Bearer ${token}' } })
        .then((response) => response.json())
        .then(({ items }) => grid.setGridOption('rowData', items.map(({ description, location, size, ...item }) => ({
          ...item, text: description.short, city: location.city, country: location.country.name, size: size.label,
          stages: item.stages.join(', '), industry: item.industry.join(', '),
        }))));
    </script></html>`;
}
