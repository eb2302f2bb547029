import type { Generated, Selectable } from 'kysely';

/** The tables as both engines have them. Times are Unix seconds, flags 0 or 1. */
export interface Schema {
  link: LinkTable;
  deleted_link: DeletedLinkTable;
  account: AccountTable;
  session: SessionTable;
  api_token: ApiTokenTable;
  option: OptionTable;
  journal_segment: JournalSegmentTable;
  change_feed: ChangeFeedTable;
  search_build: SearchBuildTable;
  search_posting: SearchPostingTable;
  search_word: SearchWordTable;
  search_stale: SearchStaleTable;
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
  clicks: Generated<number>;
  created_at: number;
  updated_at: number;
  /** 0 = never. */
  expires_at: number;
  is_active: Generated<number>;
  ip: string;
}
export type LinkRow = Selectable<LinkTable>;

// A column that is missing here, or is none, does not compile.
const isLinkColumn: Readonly<Record<keyof LinkRow, true>> = {
  id: true,
  short_url: true,
  long_url: true,
  long_url_hash: true,
  title: true,
  description: true,
  clicks: true,
  created_at: true,
  updated_at: true,
  expires_at: true,
  is_active: true,
  ip: true,
};

/** Every column of `link`, in the order in which people read them. */
export const linkColumns = Object.keys(isLinkColumn) as readonly (keyof LinkRow)[];

/** Links that may still be brought back. */
interface DeletedLinkTable extends LinkRow {
  deleted_at: number;
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
  account_id: number;
  ip: string;
  user_agent: string;
  created_at: number;
  expires_at: number;
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
  /** How many bytes from the start are counted in `link.clicks`. */
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
