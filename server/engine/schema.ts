import type { ColumnType, Generated, Selectable } from 'kysely';
import type { BulkEditTable, LinkChangeTable } from './change-tables.ts';

/**
 * The tables as both engines have them. Times are Unix seconds, flags 0 or 1. SQLite has one more,
 * `target`, which it keeps by itself (`migrations/001-baseline-sqlite.ts`).
 */
export interface Schema {
  link: LinkTable;
  click_count: ClickCountTable;
  unsorted_block: UnsortedBlockTable;
  deleted_link: DeletedLinkTable;
  retired_code: RetiredCodeTable;
  tag: TagTable;
  link_tag: LinkTagTable;
  link_change: LinkChangeTable;
  bulk_edit: BulkEditTable;
  account: AccountTable;
  session: SessionTable;
  known_address: KnownAddressTable;
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
  lease: LeaseTable;
  secret: SecretTable;
  move: MoveTable;
}

interface LinkTable {
  /** Never used again after a delete: clicks belong to the id. */
  id: Generated<number>;
  /** The code, exact case. */
  short_url: string;
  long_url: string;
  /** 52 bits of a digest of `long_url`: finds equal long URLs by an index of 8 bytes a row. */
  long_url_hash: number;
  title: string;
  description: string;
  /** No visitor sees it. */
  note: Generated<string>;
  created_at: number;
  updated_at: number;
  /** 0 = never. */
  expires_at: number;
  is_active: Generated<number>;
  ip: string;
  /** Whether nothing but the number of its clicks is kept. */
  is_count_only: Generated<number>;
  /** Whether everybody may see how many people came. */
  shows_numbers: Generated<number>;
  /** The code, long URL, title and note as they are compared; `folded-texts.ts` says when they are null. */
  folded_code: Generated<string | null>;
  folded_url: Generated<string | null>;
  folded_title: Generated<string | null>;
  folded_note: Generated<string | null>;
}

/** How often each link was clicked: one row for each of `link`. */
interface ClickCountTable {
  link_id: number;
  clicks: Generated<number>;
  /** How many of `clicks` are known to be no people's: of bots and previews. */
  bots: Generated<number>;
  /** How many of `clicks` came before the link was imported: neither of people nor of bots. */
  imported_clicks: Generated<number>;
  /** `clicks` as they were when the link got its place in the order by clicks. */
  sorted_clicks: Generated<number>;
}

/** Links with ids in a row, some of which may not have their place in the order by clicks. */
interface UnsortedBlockTable {
  /** The ids of its links divided by the size of a block; `clicks/click-order.store.ts` has it. */
  block: number;
}

const countColumns = ['clicks', 'bots', 'imported_clicks'] as const;
type CountColumn = (typeof countColumns)[number];

/** A link with its counts. */
export type LinkRow = Selectable<LinkTable> & Pick<Selectable<ClickCountTable>, CountColumn>;

// A column that is missing here, or is none, does not compile.
const isLinkColumn: Readonly<Record<keyof LinkRow, true>> = {
  id: true,
  short_url: true,
  long_url: true,
  long_url_hash: true,
  title: true,
  description: true,
  note: true,
  clicks: true,
  created_at: true,
  updated_at: true,
  expires_at: true,
  is_active: true,
  ip: true,
  bots: true,
  imported_clicks: true,
  is_count_only: true,
  shows_numbers: true,
  folded_code: true,
  folded_url: true,
  folded_title: true,
  folded_note: true,
};

/** Every column of a link and its counts, in the order in which people read them. */
export const linkColumns = Object.keys(isLinkColumn) as readonly (keyof LinkRow)[];

/** Those of them that are in `link` itself. */
export const linkTableColumns = linkColumns.filter(
  (column) => !countColumns.some((count) => count === column),
);

/** Columns that mean nothing outside this site, or that others do not know. */
const ownColumns = [
  'id',
  'bots',
  'imported_clicks',
  'is_count_only',
  'shows_numbers',
  'folded_code',
  'folded_url',
  'folded_title',
  'folded_note',
] as const;
type OwnColumn = (typeof ownColumns)[number];
export type PortableLink = Omit<LinkRow, OwnColumn>;

/** Every column that a link can bring with it from another site. */
export const portableColumns = linkColumns.filter(
  (column): column is keyof PortableLink => !ownColumns.some((own) => own === column),
);

/** Links that may still be brought back. */
interface DeletedLinkTable extends LinkRow {
  deleted_at: number;
}

/** The codes of purged links, as far as they could be drawn again. */
interface RetiredCodeTable {
  code: string;
}

interface TagTable {
  id: Generated<number>;
  /** As it was first spelled. */
  name: string;
  /** As names are compared: `contracts/tag-names.ts` says how. */
  folded: string;
  /** The number of links that have it; triggers keep it (`migrations/002-tag-counts.ts`). */
  links: ColumnType<number, never, never>;
}

/** Which links have which tags; also those of `deleted_link`. */
interface LinkTagTable {
  link_id: number;
  tag_id: number;
}

interface AccountTable {
  /** Always 1: the primary key lets exactly one set-up win. */
  id: number;
  username: string;
  email: string;
  password_hash: string;
  created_at: number;
}

interface SessionTable {
  token_hash: string;
  expires_at: number;
}

/** Addresses from which a login with the right password came. */
interface KnownAddressTable {
  /** A digest with the site's key: the address cannot be read from it. */
  mark: string;
  last_login_at: number;
}

interface ApiTokenTable {
  account_id: number;
  token_hash: string;
  /** Sealed with the key in the data directory: its page must show the token again. */
  token_sealed: string;
  ip: string;
  user_agent: string;
  created_at: number;
}

interface OptionTable {
  key: string;
  /** JSON. */
  value: string;
  updated_at: number;
}

interface JournalSegmentTable {
  name: string;
  /** How many bytes from the start are counted in `click_count`. */
  drained_bytes: number;
}

interface ChangeFeedTable {
  seq: Generated<number>;
  kind: string;
  key: string;
  changed_at: number;
}

/** The indexes of segments of links by id; `search/search-build.ts` says how they come and go. */
interface SearchBuildTable {
  id: Generated<number>;
  /** The links with the ids from `segment` times the size of a segment. */
  segment: number;
  state: 'growing' | 'ready' | 'dead';
}

/** Which links of a segment hold a trigram or word. */
interface SearchPostingTable {
  build: number;
  field: number;
  /** A trigram, or the negative id of a word. */
  gram: number;
  ids: Uint8Array;
}

/** Words that many links hold. */
interface SearchWordTable {
  id: Generated<number>;
  field: number;
  word: string;
}

/** Links that are not as the index of their segment says. */
interface SearchStaleTable {
  link_id: number;
}

/** The log of clicks: some of one day. `stats/log` says how batches come and go. */
interface ClickBatchTable {
  /** A UUID of version 7. */
  id: string;
  /** Days since 1970-01-01 UTC. */
  day: number;
  state: 'open' | 'sealed' | 'reduced';
  /** The version of the rules that classified its user agents. */
  rules: number;
  /** The length of `body`. */
  bytes: number;
  /** A Parquet file; `stats/log/batch-columns.ts` has its columns. */
  body: Uint8Array;
}

/** With which the visitors of an open day are told apart. */
interface VisitorSaltTable {
  /** Days since 1970-01-01 UTC. */
  day: number;
  salt: Uint8Array;
}

/** What visitors asked for and is not there. */
interface MissedCodeTable {
  code: string;
  day: number;
  times: number;
  last_at: number;
}

/** A link that had more or fewer visits than usual. */
interface AlertTable {
  id: Generated<number>;
  link_id: number;
  kind: 'spike' | 'silence';
  /** How many people came, and how many usually do, in a day. */
  people: number;
  usual: number;
  created_at: number;
  dismissed_at: number | null;
}

/** An alert that the webhook has not taken yet. */
interface AlertDeliveryTable {
  alert_id: number;
  attempts: number;
  next_at: number;
}

/** Where several servers write: its one row is locked by who does. */
interface WriteLockTable {
  id: number;
}

/** What only one of several servers does at a time. */
interface LeaseTable {
  name: string;
  holder: string;
  /** In Unix seconds of the database's clock. */
  ends_at: number;
}

/** What servers share and nobody else may read. */
interface SecretTable {
  name: string;
  value: Uint8Array;
}

/** The move of a site from SQLite into this database, if it came so. */
interface MoveTable {
  /** Always 1: one site in one database. */
  id: number;
  started_at: number;
  /** Null: only a part is here, and no server may start. */
  finished_at: number | null;
}
