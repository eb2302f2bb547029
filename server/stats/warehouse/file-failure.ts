import { Problem } from '../../http/problem.ts';

/** DuckDB's messages about a damaged file. */
const DAMAGE = /IO Error|Serialization Error|INTERNAL Error|FATAL Error|checksum|corrupt/i;
/** Messages of DuckDB and the system about a full disk. */
const FULL = /no space left|ENOSPC|EDQUOT|disk quota|failed to offload data/i;

/** A file that cannot be opened is always rebuilt: its log may belong to another file. */
export function isDamage(error: unknown, isOpen: boolean): boolean {
  if (!(error instanceof Error) || error instanceof Problem || isFull(error)) return false;
  return !isOpen || DAMAGE.test(error.message);
}

export function isFull(error: unknown): boolean {
  return error instanceof Error && FULL.test(error.message);
}
