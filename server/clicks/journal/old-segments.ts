import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { listCountable, readOrigins } from './origin.ts';
import { listOldSegments, openSegment, readSegment } from './segments.ts';
import { decodeClicks } from './record.ts';

const FOLDER = 'damaged';
const READ_BYTES = 256 * 1024;

/** Damaged segments move to a folder outside the quota; `onKept` receives the new path. */
export async function removeOldSegments(
  directory: string,
  drained: readonly string[],
  limits: { readonly now: number; readonly quotaBytes: number | undefined },
  onKept: (file: string) => void,
): Promise<void> {
  const old = listOldSegments(directory, drained, limits.now, limits.quotaBytes);
  for (const name of listWithCopies(directory, old, drained)) {
    if (await isIntact(directory, name)) rmSync(join(directory, name), { force: true });
    else moveToDamaged(directory, name, onKept);
  }
}

/** Lists the copies of old segments before them: a copy without its segment would be counted. */
function listWithCopies(
  directory: string,
  old: readonly string[],
  drained: readonly string[],
): string[] {
  if (old.length === 0) return [];
  const countable = listCountable(directory);
  const origins = readOrigins(directory, drained);
  const removed = new Set(old.map((name) => countable.get(name)));
  const files = drained.filter((name) => removed.has(origins.get(name)));
  const isCopy = (name: string) => !countable.has(name);
  return [...files.filter(isCopy), ...files.filter((name) => !isCopy(name))];
}

export function countDamaged(directory: string): number {
  const folder = join(directory, FOLDER);
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

async function isIntact(directory: string, name: string): Promise<boolean> {
  let isReadable = true;
  const onError = (): void => {
    isReadable = false;
  };
  using file = openSegment(directory, name, onError);
  if (file === null) return isReadable;
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (let offset = 0; ;) {
    const bytes = buffer.subarray(0, readSegment(file.fd, buffer, offset, onError));
    if (bytes.length === 0) return isReadable;
    const end = decodeClicks(bytes, () => undefined);
    if (end === 0) return false;
    offset += end;
    await yieldToRequests();
  }
}

function moveToDamaged(directory: string, name: string, onKept: (file: string) => void): void {
  const folder = join(directory, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let file = join(folder, name);
  for (let copy = 2; existsSync(file); copy += 1) file = join(folder, `${name}.${copy}`);
  try {
    renameSync(join(directory, name), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  onKept(file);
}
