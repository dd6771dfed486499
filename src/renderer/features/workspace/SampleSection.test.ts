import { describe, expect, it } from 'vitest';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { isProposed, removalText, sampleText } from './SampleSection.tsx';

describe('the sample', () => {
  it('says what is here and what is to come', () => {
    expect(sampleText({ sampleCompanies: 2900, sampleAhead: 100 })).toBe(
      '2,900 invented companies, marked “Sample”. 100 more arrive in the coming weeks; ' +
        'simulating a week adds its companies now.',
    );
    expect(sampleText({ sampleCompanies: 1, sampleAhead: 0 })).toBe('1 invented company, marked “Sample”.');
  });

  it('says what would go with it', () => {
    expect(removalText({ companies: 2900, ahead: 100, entries: 310, decided: 41, items: 2 })).toBe(
      '2,900 invented companies (and 100 from the coming weeks) will be removed, 41 of them decided. ' +
        '310 inbox entries and 2 collection items will be removed with them. Imported companies stay. This can’t be undone.',
    );
    expect(removalText({ companies: 1, ahead: 0, entries: 0, decided: 0, items: 0 })).toBe(
      '1 invented company will be removed, none of them decided. Imported companies stay. This can’t be undone.',
    );
  });
});

describe('removing it is proposed', () => {
  const job = { kind: 'import', state: 'done', dryRun: false } as NonNullable<WorkspaceStatus['job']>;
  const lastImport = { at: '2026-11-20T10:00:00Z', added: 40, changed: 0, merged: 0 };
  const first = { job, lastImport, importedCompanies: 40, sampleCompanies: 300 };

  it('after the first import', () => expect(isProposed(first)).toBe(true));

  it.each([
    ['a later import', { importedCompanies: 50 }],
    ['an import that replaced it', { sampleCompanies: 0 }],
    ['a check', { job: { ...job, dryRun: true } }],
    ['an import that failed', { job: { ...job, state: 'failed' as const } }],
    ['any other job', { job: { ...job, kind: 'backup' as const } }],
    ['a start', { job: null }],
    ['an import of nothing', { importedCompanies: 0, lastImport: null }],
  ])('not after %s', (_what, change) => expect(isProposed({ ...first, ...change })).toBe(false));
});
