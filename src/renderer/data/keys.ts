import type { EndpointName } from '#shared/api/endpoints.ts';

/** Every query key of the app. The second part of an API key is the endpoint, which invalidation looks up. */
export const keys = {
  session: ['session'],
  logout: ['logout'],
  connection: ['connection'],
  preferences: ['preferences'],
  workspace: ['workspace'],
  moves: ['moves'],
  unsavedNotes: (companyId: number) => ['unsavedNotes', companyId],
  exports: ['exports'],
  reports: ['reports'],
  knownEntries: ['knownEntries'],
  decidedEntries: ['decidedEntries'],
  updates: ['updates'],
  diagnostics: ['diagnostics'],
  licences: ['licences'],
  duplicates: ['duplicates'],
  rowPreview: ['rowPreview'],
  knownPreview: ['knownPreview'],
  knownRows: ['knownRows'],
  api: (endpoint: EndpointName, input: unknown) => ['api', endpoint, input],
} as const;

/** What belongs to the signed-in account, and is dropped with it. */
export const accountKeys = [
  ['api'],
  keys.workspace,
  keys.exports,
  keys.reports,
  keys.knownEntries,
  keys.decidedEntries,
  ['unsavedNotes'],
  keys.rowPreview,
  keys.knownPreview,
  keys.knownRows,
] as const;

/** The endpoint of an API key, or undefined for any other key. */
export function endpointOfKey(key: readonly unknown[]): string | undefined {
  return key[0] === 'api' && typeof key[1] === 'string' ? key[1] : undefined;
}
