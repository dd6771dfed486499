import type { ImportSource } from '#node/localApi.ts';
import type { ImportedChanges } from '#shared/domain/companyChange.ts';
import type { LikelyChoices, LikelyRows } from '#shared/domain/likelyRows.ts';
import type { ImportReport, WorkspaceCopy } from '#shared/bridge/workspace.ts';
import type { ImportNotes } from '../ingest/importFiles.ts';
import type { CompanyOrigin, CompanyRecord } from '../record/companyRecord.ts';
import type { CompanyWriter } from '../index/port.ts';
import type { LostCompany } from '../state/port.ts';

/** For a workspace that was empty so far: the digest week that becomes the newest released one, and when. */
export interface FirstRelease {
  readonly week: string;
  readonly now: string;
}

/** A damaged segment that was put aside; `mark` is removed once its companies are in the index. */
export interface DamagedSegment {
  readonly path: string;
  readonly mark: string;
  readonly id: number;
  readonly origin: CompanyOrigin;
}

/** Copying the whole workspace, or preparing a copy to take its place. */
export type CopyTask =
  | { readonly kind: 'backup'; readonly now: string }
  | { readonly kind: 'restore'; readonly name: string; readonly now: string };

/** Long work on the index: it runs in a thread of its own, so that searches go on. */
export type StoreTask =
  | {
      readonly kind: 'sample';
      readonly count: number;
      readonly seed: number;
      readonly today: string;
      readonly firstRelease: FirstRelease | null;
    }
  | {
      readonly kind: 'import';
      readonly sources: readonly ImportSource[];
      readonly today: string;
      /** The newest released week, if there is one. */
      readonly week?: string;
      readonly removeSample: boolean;
      readonly dryRun: boolean;
      /** What the user says of rows that may be companies that are here. */
      readonly likely?: LikelyChoices | undefined;
      readonly firstRelease: FirstRelease | null;
      /** Companies lost with a part of the index; one that is imported again gets its id back. */
      readonly lost: readonly LostCompany[];
    }
  | { readonly kind: 'release'; readonly through: string; readonly now: string }
  | { readonly kind: 'undo'; readonly batchId: number }
  /** Merges a company into another, as a batch of its own. */
  | { readonly kind: 'merge'; readonly kept: number; readonly gone: number; readonly name?: string }
  | { readonly kind: 'removeSample' }
  /** Adds what can be read of damaged segments that were put aside. */
  | { readonly kind: 'mend'; readonly segments: readonly DamagedSegment[] };

/** Rebuilds segments of an earlier Winnow. Takes the writers' lock only while it puts one in place. */
interface RebuildTask {
  readonly kind: 'rebuild';
}

/** Makes the changes that the log has and the index has not. Any other task begins with that. */
interface FollowTask {
  readonly kind: 'follow';
}

export type WriterTask = StoreTask | CopyTask | RebuildTask | FollowTask;

/** What the user reads during a rebuild. */
export const rebuildLabel = 'Updating companies';

/** What a task did. `added` and `changed` are company ids. */
export type WriterResult =
  | { readonly kind: 'sample'; readonly added: number }
  | {
      readonly kind: 'import';
      readonly reports: ImportReport[];
      readonly added: number[];
      readonly changed: number[];
      readonly did: ImportedChanges;
      /** What was added though it may have been here, and nothing was said of it. */
      readonly likely: LikelyRows;
      /** Pairs of companies of which the user has said that they are two. */
      readonly apart: readonly (readonly [number, number])[];
      readonly removed: number;
    }
  | { readonly kind: 'release'; readonly weeks: string[] }
  | { readonly kind: 'undo' }
  | { readonly kind: 'merge'; readonly names: readonly [kept: string, gone: string] }
  | { readonly kind: 'removeSample'; readonly removed: number }
  | { readonly kind: 'mend'; readonly companies: number }
  | { readonly kind: 'rebuild'; readonly companies: number }
  | { readonly kind: 'follow'; readonly changes: number }
  | { readonly kind: 'backup'; readonly copy: WorkspaceCopy }
  | { readonly kind: 'restore' };

/** How far a task is; `total` is null while unknown. */
export interface TaskProgress {
  readonly done: number;
  readonly total: number | null;
  readonly label: string;
}

export interface TaskControl {
  readonly onProgress: (progress: TaskProgress) => void;
  readonly signal: AbortSignal;
}

type Generate = (options: { count: number; seed: number; today: string }) => Iterable<CompanyRecord>;

type MergeByHand = (kept: CompanyRecord, gone: CompanyRecord, name?: string) => CompanyRecord;

type ImportFiles = (
  sources: readonly ImportSource[],
  writer: CompanyWriter,
  options: {
    today: string;
    dryRun: boolean;
    likely: LikelyChoices | undefined;
    onNotes: (notes: ImportNotes) => void;
    signal: AbortSignal;
    onProgress: (done: number, total: number | null, label: string) => void;
  },
) => Promise<ImportReport[]>;

/** The companies that can be read from a damaged segment, and which of them were older versions when it was made. */
type ReadDamaged = (segment: Pick<DamagedSegment, 'path' | 'origin'>) => {
  readonly companies: Iterable<{ readonly id: number; readonly record: CompanyRecord }>;
  readonly older: ReadonlySet<number>;
};

/** What tasks use; each loads only what it needs. */
export interface TaskTools {
  readonly loadGenerator: () => Promise<Generate>;
  readonly loadImporter: () => Promise<ImportFiles>;
  readonly loadMerging: () => Promise<MergeByHand>;
  readonly loadSalvage: () => Promise<ReadDamaged>;
}
