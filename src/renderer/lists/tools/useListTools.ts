import { useQueryClient } from '@tanstack/react-query';
import Papa from 'papaparse';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ExportSource } from '#shared/bridge/fileJobs.ts';
import { everyColumnKey } from '#shared/domain/exportColumns.ts';
import type { HandoverPreset } from '#shared/domain/handover.ts';
import { withGuards } from '#shared/domain/formulaText.ts';
import { ownPrefix } from '#shared/domain/generalFields.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { ReportSubject } from '#shared/report/reportData.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { call, shellInfo } from '../../bridge/bridge.ts';
import { companyPath } from '../../ui/companyPath.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { openAddress, openableLinks } from '../../features/company/Links.tsx';
import { linkOfCompany, openPage, useOpenPage } from '../../features/company/useOpenPage.ts';
import { keepCompany } from '../../features/company/insight.ts';
import type { ExportableColumns } from '../../features/export/ExportColumnsDialog.tsx';
import { whyNoExport, useStartExport } from '../../features/export/useStartExport.tsx';
import { pathOfSubject } from '../../features/reports/recentReports.ts';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { columnOf, listColumn, exportKeysOf } from '../../grid/columns.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { showDone, showFailure } from '../../ui/toasts.tsx';
import type { Question } from '../../ui/Dialog.tsx';
import { filteredRows, initialisedSource, rowsInHand, hasSelection } from '../commands.ts';
import type { ListModel } from '../list.ts';
import { ownColumnsSeen } from './ColumnsMenu.tsx';
import { useAssign } from './useAssign.ts';

type CopyFormat = 'tsv' | 'csv' | 'markdown';

/** Actions on the companies in hand: the selection, otherwise the current row. */
export interface ListTools {
  readonly copy: (format: CopyFormat) => void;
  readonly openWebsites: () => void;
  readonly exportList: () => void;
  /** The same with the columns that the table shows, in their order. */
  readonly exportVisible: () => void;
  /** The same with the columns that a dialog asks for. */
  readonly chooseColumns: () => void;
  readonly exportWith: (columns: readonly string[]) => void;
  /** What there is to choose from while it is being asked; otherwise null. */
  readonly choosing: ExportableColumns | null;
  readonly stopChoosing: () => void;
  /** The same as files for another product. */
  readonly exportFor: (preset: HandoverPreset) => void;
  /** Whether the list is Opportunities as a whole, which can be handed over since the last time. */
  readonly isOpportunities: () => boolean;
  /** Opens the sector report on the list; undefined if there is none. */
  readonly openReport: (() => void) | undefined;
  /** Why export is not possible, or `''`. */
  readonly noExport: string;
}

/**
 * The commands on companies of a list except deciding: copy, links, own window, similar, export. `confirm` asks before
 * many websites open.
 */
export function useListTools(
  model: ListModel,
  {
    title,
    confirm,
    report,
  }: { title: string; confirm: (question: Question) => void; report?: ReportSubject | undefined },
): ListTools {
  const navigate = useNavigate();
  const client = useQueryClient();
  const exports = useExports(model, title);
  useAssign(model);
  const copy = (format: CopyFormat): void => copyRows(model, format);
  const openWebsites = (): void => openWebsitesOf(rowsInHand(model), confirm);
  const openBest = useOpenPage(confirm);
  const withRow = (run: (row: CompanyRow) => void): void => {
    const { row } = model.cursor.focus.get();
    if (row !== null) run(row);
  };
  const openReport = report === undefined ? undefined : (): void => void navigate(pathOfSubject(report));

  const toSimilar = (): boolean => {
    const { row } = model.cursor.focus.get();
    if (row === null) return false;
    keepCompany(client, row.company);
    void navigate(`${companyPath(row.company.id, row.inboxId)}#similar`);
    return true;
  };

  useCommands({
    'company.copy': () => copy('tsv'),
    'company.copyCsv': () => copy('csv'),
    'company.copyMarkdown': () => copy('markdown'),
    'company.copyName': () => copyOfEach(model, 'name', ({ company }) => company.name),
    'company.copyLink': () => copyOfEach(model, 'link', ({ company }) => linkOfCompany(company.id, window.location)),
    'company.website': () => {
      if (hasSelection(model)) openWebsites();
      else withRow(({ company }) => openBest(company));
    },
    'company.linkedin': () => withRow(({ company }) => openPage(company, 'linkedin')),
    'company.similar': toSimilar,
    'list.export': exports.exportList,
    'list.exportVisible': exports.exportVisible,
    'list.exportColumns': exports.chooseColumns,
    'list.exportAffinity': () => exports.exportFor('affinity'),
    'list.exportAttio': () => exports.exportFor('attio'),
    'list.exportHubspot': () => exports.exportFor('hubspot'),
  });
  useCommands({ 'list.report': () => openReport?.() }, { enabled: openReport !== undefined });
  useCommands(
    {
      'company.ownWindow': () => {
        const { row } = model.cursor.focus.get();
        if (row !== null) void call('shell.openCompany', { companyId: row.company.id, inboxId: row.inboxId });
      },
    },
    { enabled: shellInfo().capabilities.ownWindow },
  );
  return { copy, openWebsites, openReport, ...exports };
}

type Exports = Omit<ListTools, 'copy' | 'openWebsites' | 'openReport'>;

function useExports(model: ListModel, title: string): Exports {
  const startExport = useStartExport();
  const [choosing, setChoosing] = useState<ExportableColumns | null>(null);
  const noExport = whyNoExport(useSession());
  const startExportOf = (columns: readonly string[], preset?: HandoverPreset): void => {
    if (noExport !== '') {
      showDone(noExport, 'Export');
      return;
    }
    exportedOf(model).then(
      (source) => {
        startExport(source, title, columns, preset === undefined ? undefined : { preset });
        return undefined;
      },
      (error: unknown) => showFailure('Not exported', error),
    );
  };
  return {
    exportList: () => startExportOf([everyColumnKey]),
    exportVisible: () => startExportOf(exportKeysOf(model.driver?.shownColumns() ?? [])),
    exportWith: (columns) => startExportOf(columns),
    chooseColumns: () => {
      if (noExport === '') setChoosing(exportableOf(model));
      else showDone(noExport, 'Export');
    },
    choosing,
    stopChoosing: () => setChoosing(null),
    exportFor: (preset) => startExportOf([], preset),
    isOpportunities: () => {
      const exported = model.source?.exported;
      return exported?.kind === 'tag' && exported.tag === 'opportunities';
    },
    noExport,
  };
}

/** The columns to choose from. Why a company matched can be said of a search or a smart list as a whole. */
function exportableOf(model: ListModel): ExportableColumns {
  const { kind } = initialisedSource(model).exported;
  const isWhole = !hasSelection(model) && !model.selection.isFiltered;
  return {
    shown: exportKeysOf(model.driver?.shownColumns() ?? []),
    own: ownColumnsSeen(model, []).map(({ colId }) => colId.slice(ownPrefix.length)),
    hasWhy: isWhole && (kind === 'search' || kind === 'smartList'),
  };
}

/** The selection as an export, or what the list shows if nothing is selected. */
async function exportedOf(model: ListModel): Promise<ExportSource> {
  const { selection } = model;
  const source = initialisedSource(model);
  if (hasSelection(model)) {
    const ids = await selection.ids(source);
    return { kind: 'ids', ids: ids.map(({ companyId }) => companyId) };
  }
  if (!selection.isFiltered) return source.exported;
  const rows = await filteredRows(model);
  return { kind: 'ids', ids: rows.map(({ company }) => company.id) };
}

function copyRows(model: ListModel, format: CopyFormat): void {
  const rows = rowsInHand(model);
  if (rows.length === 0) return;
  const text = tableText(rows, model.driver?.shownColumns() ?? [], (row) => model.listOf(row), format);
  copyText(text, copiedText(rows.length, model.selection.state.get().count));
}

/** Copies one thing of every company in hand, a line each. */
function copyOfEach(model: ListModel, what: 'name' | 'link', textOf: (row: CompanyRow) => string): void {
  const rows = rowsInHand(model);
  if (rows.length === 0) return;
  const selected = model.selection.state.get().count;
  const done = `Copied ${rows.length === 1 ? `the ${what}` : counted(rows.length, what, `${what}s`)}.`;
  copyText(rows.map(textOf).join('\n'), rows.length < selected ? copiedText(rows.length, selected) : done);
}

/** Puts a text on the clipboard and says so. */
export function copyText(text: string, said: string): void {
  navigator.clipboard.writeText(text).then(
    () => showDone(said),
    (error: unknown) => showFailure('Not copied', error),
  );
}

/** What was copied of a selection; rows that are not loaded cannot be. */
function copiedText(copied: number, selected: number): string {
  if (copied >= selected) return `Copied ${counted(copied, 'company', 'companies')}.`;
  const part = `${formatCount(copied)} of ${formatCount(selected)} companies`;
  return `Copied ${part}: the others are not loaded yet. An export has them all.`;
}

/** Rows as a table with headers, in the columns that are shown. `columnIds` are in the order of the screen. */
export function tableText(
  rows: readonly CompanyRow[],
  columnIds: readonly string[],
  listOf: (row: CompanyRow) => ListName,
  format: CopyFormat,
): string {
  const shown = columnIds.flatMap((id) => columnOf(id) ?? []);
  const fields = shown.map(({ title }) => title);
  const data = rows.map((row) =>
    shown.map(({ id, text }) => {
      if (id === listColumn) return listOf(row) === 'None' ? '' : listOf(row);
      return text?.(row) ?? '';
    }),
  );
  if (format === 'markdown') return markdownTable(fields, data);
  // A cell must stay text in the spreadsheet it is pasted into.
  const inert = data.map((cells) => cells.map((cell) => withGuards(cell)));
  return Papa.unparse({ fields, data: inert }, { delimiter: format === 'tsv' ? '\t' : ',' });
}

function markdownTable(fields: readonly string[], data: readonly (readonly string[])[]): string {
  return [line(fields), line(fields.map(() => '---')), ...data.map((cells) => line(cells))].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => inCell(cell)).join(' | ')} |`;
}

function inCell(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Websites that open without asking (product 12.10). */
const websitesWithoutAsking = 5;

function openWebsitesOf(rows: readonly CompanyRow[], confirm: (question: Question) => void): void {
  const urls = rows.flatMap(({ company }) => openableLinks(company).find(({ type }) => type === 'website')?.url ?? []);
  const open = (): void => urls.forEach((url) => openAddress(url));
  if (urls.length > websitesWithoutAsking)
    confirm({ title: `Open ${formatCount(urls.length)} websites?`, action: 'Open', run: open });
  else open();
}
