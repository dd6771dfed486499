import { RecordAnalyser } from '../index/analysis/recordAnalysis.ts';
import { changeKinds, type AnalysedCompanies, type ChangedCompany } from '../index/port.ts';
import { readRecord } from '../record/recordCodec.ts';

/** How many companies are handed on at a time. */
const atOnce = 500;

/** Works out what makes companies findable that a log has, as they come. */
export async function* analysed(parts: AsyncIterable<readonly ChangedCompany[]>): AsyncGenerator<AnalysedCompanies> {
  const records = new RecordAnalyser();
  for await (const part of parts) yield* analysedPart(part, records, 0);
}

/** The same for some companies; `analyser` tells several of `records` apart. */
export function* analysedPart(
  part: readonly ChangedCompany[],
  records: RecordAnalyser,
  analyser: number,
): Generator<AnalysedCompanies> {
  for (let from = 0; from < part.length; from += atOnce) {
    const companies = part.slice(from, from + atOnce);
    for (const { kind, record: stored } of companies) {
      if (kind === 'removed') continue;
      const { record, isCurrent } = readRecord(stored);
      records.add(record, true, isCurrent ? stored : undefined);
    }
    yield {
      analyser,
      ids: Uint32Array.from(companies, ({ id }) => id),
      kinds: Uint8Array.from(companies, ({ kind }) => changeKinds.indexOf(kind)),
      records: records.take(),
    };
  }
}
