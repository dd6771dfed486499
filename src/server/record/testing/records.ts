import { blankRecord, type CompanyRecord } from '../companyRecord.ts';

/** A record with nothing in it but what `parts` say, found on a day. */
export function recordOf(parts: Partial<CompanyRecord>): CompanyRecord {
  return { ...blankRecord(), discoveredDate: '2026-11-16', ...parts };
}
