import type { Generated } from 'kysely';

/** What was changed of a link, a row for each field; also of those of `deleted_link`. */
export interface LinkChangeTable {
  id: Generated<number>;
  link_id: number;
  changed_at: number;
  who: 'login' | 'api-token';
  field:
    | 'short_url'
    | 'long_url'
    | 'title'
    | 'description'
    | 'note'
    | 'tags'
    | 'expires_at'
    | 'is_active'
    | 'is_count_only'
    | 'shows_numbers';
  /** JSON, and the next as well. */
  former: string;
  present: string;
  /** The bulk edit that it is a part of. */
  bulk_id: number | null;
}

/** A bulk edit that can still be undone. */
export interface BulkEditTable {
  id: Generated<number>;
  began_at: number;
  who: 'login' | 'api-token';
  /** What it does to each link; JSON. */
  what: string;
  /** How many links it has come to by now, and what became of them. */
  matched: number;
  changed: number;
  failed: number;
  /** Its links up to this one are undone, so many of them with all that it changed. */
  undone_to: Generated<number>;
  restored: Generated<number>;
}
