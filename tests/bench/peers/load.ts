/**
 * The peers' packages (this folder's package.json makes them resolve from here). They have no types here: each user
 * declares what it needs.
 */
type PeerPackage =
  | 'pg'
  | '@duckdb/node-api'
  | 'minisearch'
  | 'fast-csv'
  | 'csv-stringify'
  | 'papaparse'
  | 'p-queue'
  | 'write-file-atomic';

/** Loads a peer's package; throws if it is not installed. */
export async function loadPeer(name: PeerPackage): Promise<unknown> {
  return (await import(name)) as unknown;
}

/** Whether a peer's package can be loaded. */
export async function hasPeer(name: PeerPackage): Promise<boolean> {
  return loadPeer(name).then(
    () => true,
    () => false,
  );
}
