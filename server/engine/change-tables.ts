import type { Way } from '../../contracts/links/history.constants.ts';
import type { HistoryField } from '../../contracts/links/link-fields.constants.ts';
import type { Generated } from 'kysely';

export interface LinkChangeTable {
  id: Generated<number>;
  link_id: number;
  changed_at: number;
  who: Way;
  /** 0 = no account. */
  account_id: Generated<number>;
  field: HistoryField;
  former: string;
  present: string;
  bulk_id: number | null;
}

export interface BulkEditTable {
  id: Generated<number>;
  began_at: number;
  who: Way;
  account_id: Generated<number>;
  what: string;
  matched: number;
  changed: number;
  failed: number;
  undone_to: Generated<number>;
  restored: Generated<number>;
}
