import type { ExportedLink } from '../export.store.ts';

export interface ProgramFormat {
  readonly begin: string;
  readonly end: string;
  readonly hasDomains?: true;
  /** The link, or null when the format cannot hold it. */
  readonly write: (link: ExportedLink) => string | null;
  /** Joins links of a page; without it each ends its own line. */
  readonly join?: (written: readonly string[]) => string;
}
