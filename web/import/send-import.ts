import type * as contract from '../../contracts/import.ts';
import { ApiError, call, endpoint, upload } from '../api.ts';

const importLinks = endpoint<typeof contract.importLinks>('POST', '/api/import');
const getImport = endpoint<typeof contract.getImport>('GET', '/api/import/outcome');

/** The time between two polls for the outcome, in milliseconds. */
const POLL_MS = 3000;
/** After a broken upload, how long the server may be out of reach, in milliseconds. */
const OUT_OF_REACH_MS = 30_000;
/** The slowest upload that the server accepts, in bytes a second. */
const RATE_MIN = 8 * 1024;
/** The extra time for an upload at that rate, in milliseconds. */
const EXTRA_MS = 60_000;

/** The progress of an import. */
export type ImportStep =
  | { readonly kind: 'uploading'; readonly share: number }
  | { readonly kind: 'importing' }
  | { readonly kind: 'asking' };

/**
 * Uploads a file of links and polls for its outcome at the same time. A browser reads no answer
 * before it has sent everything, and repeats a broken request without notice. Throws
 * `network.error` when the file did not arrive, and `network.timeout` when that is unknown.
 */
export async function sendImport(
  file: File,
  onStep: (step: ImportStep) => void,
): Promise<contract.ImportReport> {
  const id = createUploadId();
  const ended = new AbortController();
  const { signal } = ended;
  const onProgress = (share: number) =>
    onStep(share < 1 ? { kind: 'uploading', share } : { kind: 'importing' });
  const answer = upload(importLinks, { file }, { id, onProgress, signal }).catch(
    (error: unknown) => {
      if (!isOutOfReach(error)) throw error;
      onStep({ kind: 'asking' });
      // The server may still receive the last bytes.
      return pollUntilKnown(id, {
        unknownMaxMs: POLL_MS,
        outOfReachMaxMs: OUT_OF_REACH_MS,
        signal,
      });
    },
  );
  // Sent bytes may stay in buffers for minutes and delay the polls behind them.
  const longestMs = (file.size / RATE_MIN) * 1000 + EXTRA_MS;
  const options = { unknownMaxMs: longestMs, outOfReachMaxMs: longestMs, signal };
  const polled = waitForPoll().then(() => pollUntilKnown(id, options));
  try {
    return await Promise.race([answer, polled]);
  } finally {
    ended.abort();
  }
}

interface PollOptions {
  /** When the server does not know the import after this time, it is lost. In milliseconds. */
  readonly unknownMaxMs: number;
  /** How long the server may be out of reach, in milliseconds. */
  readonly outOfReachMaxMs: number;
  /** Ends the polling. */
  readonly signal: AbortSignal;
}

async function pollUntilKnown(
  id: string,
  { unknownMaxMs, outOfReachMaxMs, signal }: PollOptions,
): Promise<contract.ImportReport> {
  const startedAt = Date.now();
  let reachedAt = startedAt;
  while (!signal.aborted) {
    try {
      const { state, report, key } = await call(getImport, { id });
      if (report !== null) return report;
      if (key !== null) throw new ApiError(400, key);
      reachedAt = Date.now();
      if (state === 'unknown' && reachedAt - startedAt >= unknownMaxMs) break;
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      if (Date.now() - reachedAt > outOfReachMaxMs) throw new ApiError(0, 'network.timeout');
    }
    await waitForPoll();
  }
  throw new ApiError(0, 'network.error');
}

/** True when the server did not answer, but at most a proxy. */
function isOutOfReach(error: unknown): boolean {
  const key = error instanceof ApiError ? error.key : null;
  return key === 'network.error' || key === 'network.timeout';
}

function waitForPoll(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** 128 random bits. `randomUUID` exists on https only. */
export function createUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
