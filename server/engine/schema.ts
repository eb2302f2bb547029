import type { ColumnType, Generated, Selectable } from 'kysely';
import {
  byName,
  flagNames,
  textNames,
  type FlagField,
  type TextField,
} from '../../contracts/links/link-fields.constants.ts';
import type {
  AccountTable,
  ApiTokenTable,
  AuditTable,
  KnownAddressTable,
  RefusedPasswordTable,
  SessionTable,
} from './account-tables.ts';
import type { BulkEditTable, LinkChangeTable } from './change-tables.ts';
import type {
  SearchBuildTable,
  SearchPostingTable,
  SearchStaleTable,
  SearchWordTable,
} from './search-tables.ts';

/** See `docs/data-model.md`. Times are Unix seconds, flags 0 or 1. SQLite also has `target`. */
export interface Schema {
  link: LinkTable;
  click_count: ClickCountTable;
  unsorted_block: UnsortedBlockTable;
  link_count: LinkCountTable;
  deleted_link: DeletedLinkTable;
  retired_code: RetiredCodeTable;
  tag: TagTable;
  link_tag: LinkTagTable;
  link_change: LinkChangeTable;
  bulk_edit: BulkEditTable;
  account: AccountTable;
  session: SessionTable;
  known_address: KnownAddressTable;
  refused_password: RefusedPasswordTable;
  api_token: ApiTokenTable;
  option: OptionTable;
  journal_segment: JournalSegmentTable;
  change_feed: ChangeFeedTable;
  search_build: SearchBuildTable;
  search_posting: SearchPostingTable;
  search_word: SearchWordTable;
  search_stale: SearchStaleTable;
  click_batch: ClickBatchTable;
  visitor_salt: VisitorSaltTable;
  missed_code: MissedCodeTable;
  alert: AlertTable;
  alert_delivery: AlertDeliveryTable;
  write_lock: WriteLockTable;
  audit: AuditTable;
  lease: LeaseTable;
  secret: SecretTable;
  move: MoveTable;
}

interface LinkTable
  extends Record<TextField, Generated<string>>, Record<FlagField, Generated<number>> {
  id: Generated<number>;
  short_url: string;
  long_url: string;
  /** 52 bits of a digest: an index of 8 bytes a row finds equal long URLs. */
  long_url_hash: number;
  created_at: number;
  updated_at: number;
  expires_at: number;
  is_active: Generated<number>;
  ip: string;
  routing: Generated<string>;
  owner_id: Generated<number>;
  folded_code: Generated<string | null>;
  folded_url: Generated<string | null>;
  folded_title: Generated<string | null>;
  folded_note: Generated<string | null>;
}

interface ClickCountTable {
  link_id: number;
  clicks: Generated<number>;
  /** Clicks of bots and previews. */
  bots: Generated<number>;
  imported_clicks: Generated<number>;
  sorted_clicks: Generated<number>;
}

interface LinkCountTable {
  block: number;
  links: number;
}

interface UnsortedBlockTable {
  block: number;
}

export const countColumns = ['clicks', 'bots', 'imported_clicks'] as const;
type CountColumn = (typeof countColumns)[number];

export type LinkRow = Selectable<LinkTable> & Pick<Selectable<ClickCountTable>, CountColumn>;

/** How a column is copied into another database. */
export type StoredType<Value> =
  NonNullable<Value> extends string
    ? 'text'
    : NonNullable<Value> extends Uint8Array
      ? 'bytes'
      : 'number' | 'real';

/** In the order of exports. A missing or unknown column does not compile. */
const columnTypes: { readonly [Column in keyof LinkRow]: StoredType<LinkRow[Column]> } = {
  id: 'number',
  short_url: 'text',
  long_url: 'text',
  long_url_hash: 'number',
  ...byName(textNames, () => 'text' as const),
  clicks: 'number',
  created_at: 'number',
  updated_at: 'number',
  expires_at: 'number',
  is_active: 'number',
  ip: 'text',
  bots: 'number',
  imported_clicks: 'number',
  ...byName(flagNames, () => 'number' as const),
  routing: 'text',
  owner_id: 'number',
  folded_code: 'text',
  folded_url: 'text',
  folded_title: 'text',
  folded_note: 'text',
};

export const linkColumns = Object.keys(columnTypes) as readonly (keyof LinkRow)[];

const { clicks, bots, imported_clicks, ...tableTypes } = columnTypes;
export const linkColumnTypes = tableTypes;
export const countColumnTypes = { clicks, bots, imported_clicks };
export const linkTableColumns = Object.keys(tableTypes) as readonly (keyof Selectable<LinkTable>)[];

const ownColumns = [
  'id',
  'bots',
  'imported_clicks',
  'owner_id',
  'folded_code',
  'folded_url',
  'folded_title',
  'folded_note',
] as const;
type OwnColumn = (typeof ownColumns)[number];
export type PortableLink = Omit<LinkRow, OwnColumn>;

export const portableColumns = linkColumns.filter(
  (column): column is keyof PortableLink => !ownColumns.some((own) => own === column),
);

interface DeletedLinkTable extends LinkRow {
  deleted_at: number;
}

interface RetiredCodeTable {
  code: string;
}

interface TagTable {
  id: Generated<number>;
  name: string;
  folded: string;
  links: ColumnType<number, never, never>;
}

interface LinkTagTable {
  link_id: number;
  tag_id: number;
}

interface OptionTable {
  key: string;
  value: string;
  updated_at: number;
}

interface JournalSegmentTable {
  name: string;
  drained_bytes: number;
}

interface ChangeFeedTable {
  seq: Generated<number>;
  kind: string;
  key: string;
  changed_at: number;
}

interface ClickBatchTable {
  id: string;
  day: number;
  state: 'open' | 'sealed' | 'reduced';
  rules: number;
  bytes: number;
  body: Uint8Array;
}

interface VisitorSaltTable {
  day: number;
  salt: Uint8Array;
}

interface MissedCodeTable {
  code: string;
  day: number;
  times: number;
  last_at: number;
}

interface AlertTable {
  id: Generated<number>;
  link_id: number;
  kind: 'spike' | 'silence';
  people: number;
  usual: number;
  created_at: number;
  dismissed_at: number | null;
}

interface AlertDeliveryTable {
  alert_id: number;
  attempts: number;
  next_at: number;
}

interface WriteLockTable {
  id: number;
}

interface LeaseTable {
  name: string;
  holder: string;
  ends_at: number;
}

interface SecretTable {
  name: string;
  value: Uint8Array;
}

interface MoveTable {
  id: number;
  started_at: number;
  finished_at: number | null;
}
