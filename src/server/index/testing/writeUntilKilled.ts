import { openCompanyWriter } from '../open.ts';
import { recordOf } from '../../record/testing/records.ts';

/** Run as a process of its own: commits batches of 100 companies and prints each one's number, until it is killed. */
const writer = openCompanyWriter(process.argv[2] ?? '');
await writer.release('2026-W47', new Date());
for (let batches = 1; ; batches++) {
  const batch = writer.begin('import');
  for (let i = 0; i < 100; i++) batch.add(recordOf({ name: `Company ${batches} ${i}` }));
  await batch.commit();
  process.stdout.write(`${batches}\n`);
}
