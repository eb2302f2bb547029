import { Problem } from '../../http/problem.ts';

/** What DuckDB says when its file cannot be trusted. */
const DAMAGE = /IO Error|Serialization Error|INTERNAL Error|FATAL Error|checksum|corrupt/i;
/** What DuckDB and the system say when a file cannot grow. */
const FULL = /no space left|ENOSPC|EDQUOT|disk quota|failed to offload data/i;

/**
 * Whether an error says that the file must be built anew. Where it could not be opened, what stands
 * in it may be wrong in any way: its log may be of another file.
 */
export function isDamage(error: unknown, isOpen: boolean): boolean {
  if (!(error instanceof Error) || error instanceof Problem || isFull(error)) return false;
  return !isOpen || DAMAGE.test(error.message);
}

/** Whether an error says that there is no room for the file, or for what DuckDB puts beside it. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && FULL.test(error.message);
}
