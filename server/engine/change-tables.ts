import type { Generated } from 'kysely';

/** One changed field of a link, also of a link in `deleted_link`. */
export interface LinkChangeTable {
  id: Generated<number>;
  link_id: number;
  changed_at: number;
  who: 'login' | 'api-token';
  /** 0 = no account. */
  account_id: Generated<number>;
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
    | 'shows_numbers'
    | 'starts_at'
    | 'max_clicks'
    | 'fallback_url'
    | 'password'
    | 'redirect_status'
    | 'forward_query'
    | 'forward_path'
    | 'rules'
    | 'in_app'
    | 'social';
  /** JSON, as is the next column. */
  former: string;
  present: string;
  bulk_id: number | null;
}

export interface BulkEditTable {
  id: Generated<number>;
  began_at: number;
  who: 'login' | 'api-token';
  account_id: Generated<number>;
  /** The action for each link, as JSON. */
  what: string;
  matched: number;
  changed: number;
  failed: number;
  /** The undo has reached this link id. `restored` counts links that got every field back. */
  undone_to: Generated<number>;
  restored: Generated<number>;
}
