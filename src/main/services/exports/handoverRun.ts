import type { EndpointResponse } from '#shared/api/messages.ts';
import type { ExportJob, ExportRequest } from '#shared/bridge/fileJobs.ts';
import { formatCount } from '#shared/domain/formats.ts';
import {
  handoverFileName,
  handoverParts,
  mostHandedOver,
  type HandoverPart,
  type HandoverPreset,
} from '#shared/domain/handover.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '../../ports.ts';
import type { ApiClient } from '../api/apiClient.ts';
import type { TemporaryFile } from '../files/temporaryFile.ts';
import { byteOrderMark, planExport } from './exportRun.ts';
import { zipOf } from './zipFile.ts';

interface HandoverOptions {
  readonly client: ApiClient;
  readonly request: ExportRequest;
  readonly preset: HandoverPreset;
  readonly file: TemporaryFile;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly onProgress: (rows: number, total: number | null) => void;
}

/** What was written, and where the ledger was if these were the Opportunities. */
interface HandoverDone {
  readonly handover: NonNullable<ExportJob['handover']>;
  readonly upTo: number;
}

type Files = EndpointResponse<'handOver'>['files'];

/** How long a group of companies may take, in milliseconds. */
const groupDeadlineMs = 600_000;

/** Fetches the files for a product and writes them as one ZIP. Throws `not_found` if there is no company. */
export async function runHandover(options: HandoverOptions): Promise<HandoverDone> {
  const { client, request, preset, signal, onProgress } = options;
  const { source, sinceLast } = request;
  if (source.kind === 'ids' && source.ids.length > mostHandedOver) {
    const [most, all] = [mostHandedOver, source.ids.length].map(formatCount);
    throw new AppError('unprocessable', `At most ${most} companies can be handed over at once; these are ${all}.`);
  }
  const groups: Files[] = [];
  let total = 0;
  let upTo = 0;
  for (const query of planExport(request).queries) {
    const since = sinceLast === true ? { since_last: 'true' } : {};
    const raw = await client.send(
      'handOver',
      { query: { ...query, ...since, preset } },
      { signal, deadlineMs: groupDeadlineMs },
    );
    const answer = raw as EndpointResponse<'handOver'>;
    groups.push(answer.files);
    total += answer.total;
    upTo = answer.up_to;
    onProgress(total, source.kind === 'ids' ? source.ids.length : total);
  }
  if (total === 0) throw new AppError('not_found', 'There is no company to hand over.');
  await options.file.write(zippedOf(groups, options));
  const [companies, people, notes] = handoverParts.map((part) => rowsOf(groups, part)) as [number, number, number];
  return { handover: { preset, companies, people, notes }, upTo };
}

/** A ZIP with the files that have rows. */
function zippedOf(groups: readonly Files[], { request, preset, clock }: HandoverOptions): Buffer {
  const now = clock.now();
  const day = localDay(now);
  const filled = handoverParts.filter((part) => rowsOf(groups, part) > 0);
  const files = filled.map((part) => ({
    name: handoverFileName(preset, part, day),
    bytes: Buffer.concat([
      request.bom ? byteOrderMark : Buffer.alloc(0),
      Buffer.from(groups[0]![part].header),
      ...groups.map((group) => Buffer.from(group[part].csv)),
    ]),
  }));
  return zipOf(files, now);
}

function rowsOf(groups: readonly Files[], part: HandoverPart): number {
  return groups.reduce((sum, group) => sum + group[part].rows, 0);
}

/** The name suggested for the ZIP, without its ending. */
export function handoverName(preset: HandoverPreset, now: Date): string {
  return `winnow-${preset}-${localDay(now)}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}

/** The user's day, `2026-11-27`. */
function localDay(moment: Date): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
