import { integer, text, type Column } from '#node/rows.ts';
import { handoverPresets, type HandoverPreset } from '#shared/domain/handover.ts';
import type { ExportNote, ExportStore } from '../port.ts';
import type { Database } from './database.ts';

/** A product of a later version reads as none: the export stays in the history. */
const presetColumn: Column<HandoverPreset | ''> = (value) =>
  handoverPresets.find((preset) => preset === String(value)) ?? '';

const columnsColumn: Column<readonly string[]> = (value) => (JSON.parse(text(value)) as unknown[]).map(String);

const noteRow = {
  id: text,
  at: text,
  what: text,
  preset: presetColumn,
  columns: columnsColumn,
  rows: integer,
  upTo: integer,
};

/** The history of exports in SQL. */
export class SqlExports implements ExportStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(userId: number, limit: number): Promise<ExportNote[]> {
    return this.#db.all(
      noteRow,
      `SELECT id, at, what, preset, columns, rows, up_to FROM export_note
       WHERE team_id = :team AND user_id = ? ORDER BY seq DESC LIMIT ?`,
      userId,
      limit,
    );
  }

  async add(userId: number, { id, at, what, preset, columns, rows, upTo }: ExportNote): Promise<void> {
    await this.#db.run(
      `INSERT INTO export_note (team_id, id, user_id, at, what, preset, columns, rows, up_to)
       VALUES (:team, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      id,
      userId,
      at,
      what,
      preset,
      JSON.stringify(columns),
      rows,
      upTo,
    );
  }

  async lastHandovers(userId: number): Promise<ReadonlyMap<HandoverPreset, Pick<ExportNote, 'at' | 'upTo'>>> {
    const rows = await this.#db.all(
      { preset: presetColumn, at: text, upTo: integer },
      `SELECT preset, at, up_to FROM export_note WHERE team_id = :team AND seq IN (
         SELECT MAX(seq) FROM export_note WHERE team_id = :team AND user_id = ? AND up_to > 0 GROUP BY preset)`,
      userId,
    );
    return new Map(rows.flatMap(({ preset, ...last }) => (preset === '' ? [] : [[preset, last] as const])));
  }
}
