import type * as contract from '../../contracts/import.ts';
import { ApiError, call, endpoint, upload } from '../api.ts';

const importLinks = endpoint<typeof contract.importLinks>('POST', '/api/import');
const getImport = endpoint<typeof contract.getImport>('GET', '/api/import/outcome');

/** How often the server is polled for an answer that does not come, in milliseconds. */
const POLL_MS = 3000;
/** How long the server may be out of reach once the upload has broken off, in milliseconds. */
const OUT_OF_REACH_MS = 30_000;
/** The slowest upload that the server takes, in bytes a second. */
const RATE_MIN = 8 * 1024;
/** How much longer than that an upload may be under way, in milliseconds. */
const EXTRA_MS = 60_000;

/** How far an import is. */
export type ImportStep =
  | { readonly kind: 'uploading'; readonly share: number }
  | { readonly kind: 'importing' }
  | { readonly kind: 'asking' };

/**
 * Sends a file of links, and asks the server meanwhile what has become of it: a browser does not
 * read an answer before it has sent all, and tries again by itself what was cut off. Throws
 * `network.error` when the file has not arrived, and `network.timeout` when that cannot be known.
 */
export async function sendImport(
  file: File,
  onStep: (step: ImportStep) => void,
): Promise<contract.ImportReport> {
  const id = createId();
  const ended = new AbortController();
  const { signal } = ended;
  const onProgress = (share: number) =>
    onStep(share < 1 ? { kind: 'uploading', share } : { kind: 'importing' });
  const answer = upload(importLinks, { file }, { id, onProgress, signal }).catch(
    (error: unknown) => {
      if (!isOutOfReach(error)) throw error;
      onStep({ kind: 'asking' });
      // The last bytes may still be on their way.
      return pollUntilKnown(id, { lostMs: POLL_MS, outOfReachMs: OUT_OF_REACH_MS, signal });
    },
  );
  // What a browser has sent may lie in buffers for minutes, and keep all else waiting.
  const longestMs = (file.size / RATE_MIN) * 1000 + EXTRA_MS;
  const options = { lostMs: longestMs, outOfReachMs: longestMs, signal };
  const polled = wait().then(() => pollUntilKnown(id, options));
  try {
    return await Promise.race([answer, polled]);
  } finally {
    ended.abort();
  }
}

interface PollOptions {
  /** After how long an import that is unknown has been lost, in milliseconds. */
  readonly lostMs: number;
  /** How long the server may be out of reach, in milliseconds. */
  readonly outOfReachMs: number;
  /** Ends the asking. */
  readonly signal: AbortSignal;
}

async function pollUntilKnown(
  id: string,
  { lostMs, outOfReachMs, signal }: PollOptions,
): Promise<contract.ImportReport> {
  const begun = Date.now();
  let reached = begun;
  while (!signal.aborted) {
    try {
      const { state, report, key } = await call(getImport, { id });
      if (report !== null) return report;
      if (key !== null) throw new ApiError(400, key);
      reached = Date.now();
      if (state === 'unknown' && reached - begun >= lostMs) break;
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      if (Date.now() - reached > outOfReachMs) throw new ApiError(0, 'network.timeout');
    }
    await wait();
  }
  throw new ApiError(0, 'network.error');
}

/** Whether nothing has answered a call but a proxy at most. */
function isOutOfReach(error: unknown): boolean {
  const key = error instanceof ApiError ? error.key : null;
  return key === 'network.error' || key === 'network.timeout';
}

function wait(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** 128 random bits: `randomUUID` is there on https only. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
