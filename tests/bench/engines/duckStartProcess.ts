import { DuckEngine } from './duckdb.ts';
import type { BenchQuery } from './searchEngine.ts';

/** Entry: opens a DuckDB file, answers one search and prints its count. */
const [file = '', query = ''] = process.argv.slice(2);
const engine = await DuckEngine.open(file);
const answer = engine.read(await engine.search(JSON.parse(query) as BenchQuery));
process.stdout.write(`${answer.count}\n`);
await engine.close();
