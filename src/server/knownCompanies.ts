import { basename } from 'node:path';
import type { KnownFileChoice, KnownPreview } from '#shared/domain/known.ts';
import { sourceNameSchema } from '#shared/domain/knownSource.ts';
import { placeText, type Company } from '#shared/domain/company.ts';
import { capitalised } from '#shared/domain/filterSentence.ts';
import { counted, formatDay } from '#shared/domain/formats.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import { AppError } from '#shared/errors.ts';
import type { KnownCommands } from './api/routes/knownCommands.ts';
import type { SentFile } from './api/routes/teamCommands.ts';
import type { CompanyReader } from './index/port.ts';
import type { KnownFile } from './ingest/knownFile.ts';
import type { KeptFile, KeptFileLimits, KeptFiles } from './keptFiles.ts';
import { matchesOf, rematchKnown, type RowMatch } from './lists/knownMatches.ts';
import type { KnownMatch, KnownSourceRecord, State } from './state/port.ts';

/** How much of these files is kept: nobody's CRM has more. */
export const knownFileLimits: Partial<KeptFileLimits> = { bytes: 64 * 1024 ** 2, files: 5 };

export interface KnownCompaniesDeps {
  readonly files: KeptFiles;
  readonly companies: CompanyReader;
  readonly state: State;
  readonly now: () => Date;
}

/** How a file is to be read where that is not as it is recognised. */
type FileChoice = Omit<KnownFileChoice, 'token'>;

/** A file as it was read, what its rows are about, and what the user is told of both. */
interface Examined {
  readonly file: KnownFile;
  readonly matches: readonly RowMatch[];
  readonly preview: KnownPreview;
}

/** Files of companies that a user knows from elsewhere: looked at, imported, taken back (ADR 37). */
export class KnownCompanies implements KnownCommands {
  readonly #deps: KnownCompaniesDeps;

  constructor(deps: KnownCompaniesDeps) {
    this.#deps = deps;
  }

  keep(user: number, file: SentFile): Promise<string> {
    return this.#deps.files.keep(user, file);
  }

  async preview(user: number, { token, ...choice }: KnownFileChoice): Promise<KnownPreview> {
    const held = await this.#deps.files.hold(user, [token]);
    try {
      return await this.previewFile(user, held.files[0]!, choice);
    } finally {
      await held.release(false);
    }
  }

  async import(user: number, { token, ...choice }: KnownFileChoice): Promise<KnownSourceRecord> {
    const held = await this.#deps.files.hold(user, [token]);
    let isDone = false;
    try {
      const source = await this.importFile(user, held.files[0]!, choice);
      isDone = true;
      return source;
    } finally {
      await held.release(isDone);
    }
  }

  /** What a file that is there would do. */
  async previewFile(user: number, file: KeptFile, choice: FileChoice): Promise<KnownPreview> {
    return (await this.#examine(user, file, choice)).preview;
  }

  /** Imports a file that is there. Throws `conflict` with what is wrong with it. */
  async importFile(user: number, kept: KeptFile, choice: FileChoice): Promise<KnownSourceRecord> {
    const { state, now } = this.#deps;
    const { file, matches, preview } = await this.#examine(user, kept, choice);
    if (preview.problem !== '') throw new AppError('conflict', preview.problem);
    const source = {
      name: preview.source,
      file: preview.file,
      day: preview.day,
      digest: file.digest,
      skipped: file.skipped.length,
      now: now().toISOString(),
    };
    const rows = file.rows.map((row, index) => {
      const { companyId, candidates } = matches[index] ?? noMatch;
      return { ...row, companyId, candidates };
    });
    const added = (await state.known.add(user, source, rows)) ?? (await this.#standing(user, preview.source));
    if (added === undefined) throw new Error('A source that has this file already is not there.');
    return added;
  }

  async undo(user: number, sourceId: number): Promise<boolean> {
    const isUndone = await this.#deps.state.known.undo(user, sourceId);
    // Companies may have come or gone since the file that counts again was replaced.
    if (isUndone) await rematchKnown(this.#deps);
    return isUndone;
  }

  async #examine(
    user: number,
    { path, name }: KeptFile,
    { columns, sheet, source: wanted, day: wantedDay }: FileChoice,
  ): Promise<Examined> {
    const file = await read(path, name, { columns, sheet });
    const matches = await matchesOf(this.#deps.companies, file.rows);
    const source = wanted ?? sourceNameSchema.safeParse(file.source).data ?? '';
    const day = wantedDay ?? file.day.day.slice(0, 10);
    const before = source === '' ? undefined : await this.#standing(user, source);
    const isSame = before?.digest === file.digest;
    const matched = matches.filter(({ companyId }) => companyId > 0).length;
    const toChoose = matches.filter(({ candidates }) => candidates.length > 0).length;
    const preview: KnownPreview = {
      file: name,
      source,
      day,
      day_from: file.day.from,
      columns: file.columns.map((column) => ({ ...column })),
      sheets: [...file.sheets],
      sheet: file.sheet,
      problem: problemOf(file, source, day, isSame ? undefined : before),
      is_same: isSame,
      replaces: before === undefined || isSame ? null : { file: before.file, day: before.day, rows: before.rows },
      rows: file.rows.length,
      matched,
      to_choose: toChoose,
      missing: matches.length - matched - toChoose,
      skipped: file.skipped.length,
      skipped_rows: file.skipped.slice(0, mostRowsShown).map((row) => ({ ...row })),
      by_name: await this.#byName(file, matches),
    };
    return { file, matches, preview };
  }

  /** The rows whose company nothing but their name says. */
  async #byName(file: KnownFile, matches: readonly RowMatch[]): Promise<NonNullable<KnownPreview['by_name']>> {
    const named = file.rows.flatMap((row, index) => {
      const { companyId, isByName } = matches[index] ?? { companyId: 0, isByName: false };
      return isByName ? [{ line: row.line, name: row.name, company_id: companyId }] : [];
    });
    const shown = named.slice(0, mostRowsShown);
    const ids = [...new Set(shown.map((row) => row.company_id))];
    const companies = new Map((await this.#deps.companies.getMany(ids)).map((company) => [company.id, company]));
    const rows = shown.flatMap((row) => {
      const company = companies.get(row.company_id);
      return company === undefined ? [] : [{ ...row, company: company.name, says: whereItIs(company) }];
    });
    return { count: named.length, rows };
  }

  async #standing(user: number, source: string): Promise<KnownSourceRecord | undefined> {
    const sources = await this.#deps.state.known.sources(user);
    return sources.find(({ name }) => name.toLowerCase() === source.toLowerCase());
  }
}

const noMatch: KnownMatch = { companyId: 0, candidates: [] };

/** Of the rows that name no company, and of those that are matched by name, so many are shown. */
const mostRowsShown = 100;

/** What tells a company from namesakes: `acme.example · Lyon, France`. */
function whereItIs(company: Company): string {
  return [ownDomainOf(company), placeText(company)].filter((part) => part !== '').join(' · ');
}

/** Why a file cannot be imported, `''` if it can. */
function problemOf(file: KnownFile, source: string, day: string, before: KnownSourceRecord | undefined): string {
  if (!file.columns.some(({ role }) => role === 'name' || role === 'website')) {
    return 'Say which column has the names of the companies, or their websites.';
  }
  if (file.rows.length === 0) return 'No row of this file names a company.';
  if (source === '') return 'Say where these companies are known from.';
  if (before === undefined || day >= before.day) return '';
  return (
    `This file is of ${formatDay(day)}. What is known from ${before.name} is newer: “${before.file}” of ` +
    `${formatDay(before.day)}, ${counted(before.rows, 'row', 'rows')}. Undo that first, or change the day.`
  );
}

/** Reads a file. Throws `unprocessable` with a sentence that does not name the path. */
async function read(
  path: string,
  name: string,
  choices: Pick<KnownFileChoice, 'columns' | 'sheet'>,
): Promise<KnownFile> {
  // Loaded on first use: a start should not wait for the importer's tables.
  const { readKnownFile } = await import('./ingest/knownFile.ts');
  try {
    return await readKnownFile(path, name, choices);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_file') throw error;
    const said = error.message.replace(`${basename(path)}: `, '').replace(`${name}: `, '');
    throw new AppError('unprocessable', capitalised(said), { cause: error });
  }
}
