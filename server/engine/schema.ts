import type { ColumnType, Generated, Selectable } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type { Way } from '../../contracts/links/history.constants.ts';
import type { TagColor } from '../../contracts/links/tags.constants.ts';
import type { ViewKind } from '../../contracts/links/views.constants.ts';
import {
  byName,
  flagNames,
  textNames,
  type FlagField,
  type HistoryField,
  type TextField,
} from '../../contracts/links/link-fields.constants.ts';

/** See `docs/data-model.md`. Times are Unix seconds, flags 0 or 1. SQLite also has `target`. */
export interface Schema extends AccountTables, ImportTables {
  link: LinkTable;
  click_count: {
    link_id: number;
    clicks: Generated<number>;
    bots: Generated<number>;
    imported_clicks: Generated<number>;
    last_clicked_at: Generated<number>;
    sorted_clicks: Generated<number>;
    sorted_last_click: Generated<number>;
  };
  last_click_fill: {
    /** Always 1. */
    id: number;
    day: number;
  };
  unsorted_block: { block: number };
  link_count: {
    block: number;
    links: number;
  };
  owned_link_count: {
    owner_id: number;
    block: number;
    links: number;
  };
  deleted_link: LinkRow & { deleted_at: number };
  retired_code: { code: string };
  tag: {
    id: Generated<number>;
    name: string;
    folded: string;
    links: ColumnType<number, never, never>;
    color: Generated<TagColor>;
    description: Generated<string>;
  };
  link_tag: {
    link_id: number;
    tag_id: number;
  };
  link_change: {
    id: Generated<number>;
    link_id: number;
    changed_at: number;
    who: Way;
    account_id: Generated<number>;
    token_id: Generated<number>;
    field: HistoryField;
    former: string;
    present: string;
    bulk_id: number | null;
  };
  bulk_edit: {
    id: Generated<number>;
    began_at: number;
    who: Way;
    account_id: Generated<number>;
    token_id: Generated<number>;
    what: string;
    matched: number;
    changed: number;
    failed: number;
    undone_to: Generated<number>;
    restored: Generated<number>;
  };
  /** A call of an API token with a key of its caller, and its answer. */
  keyed_call: {
    token_hash: string;
    key: string;
    digest: string;
    begun_at: number;
    holder: string;
    seen_at: number;
    has_changed: Generated<number>;
    /** Of the link that changed last. */
    code: Generated<string>;
    /** 0 = no answer yet. */
    status: Generated<number>;
    headers: Generated<string>;
    body: Generated<string>;
  };
  saved_view: {
    account_id: number;
    kind: ViewKind;
    name: string;
    /** JSON. */
    value: string;
    updated_at: number;
  };
  refused_password: {
    link_id: number;
    hour: number;
    times: number;
  };
  option: {
    key: string;
    value: string;
    updated_at: number;
  };
  journal_segment: {
    name: string;
    drained_bytes: number;
  };
  change_feed: {
    seq: Generated<number>;
    kind: string;
    key: string;
    changed_at: number;
  };
  search_build: {
    id: Generated<number>;
    segment: number;
    state: 'growing' | 'ready' | 'dead';
  };
  search_posting: {
    build: number;
    field: number;
    gram: number;
    ids: Uint8Array;
  };
  search_word: {
    id: Generated<number>;
    field: number;
    word: string;
  };
  search_stale: { link_id: number };
  click_batch: {
    id: string;
    day: number;
    state: 'open' | 'sealed' | 'reduced';
    rules: number;
    bytes: number;
    body: Uint8Array;
    /** The import of its clicks; '' = clicks of this site. */
    node: Generated<string>;
  };
  visitor_salt: {
    day: number;
    salt: Uint8Array;
  };
  missed_code: {
    code: string;
    day: number;
    times: number;
    last_at: number;
  };
  alert: {
    id: Generated<number>;
    link_id: number;
    kind: 'spike' | 'silence';
    people: number;
    usual: number;
    created_at: number;
    dismissed_at: number | null;
  };
  alert_delivery: {
    alert_id: number;
    attempts: number;
    next_at: number;
  };
  write_lock: { id: number };
  audit: {
    id: Generated<number>;
    at: number;
    actor_kind: 'account' | 'service' | 'guest' | 'command' | 'system';
    actor_id: number;
    actor_name: string;
    network: string;
    action: string;
    target_kind: string;
    target_id: number;
    target_name: string;
    former: string;
    present: string;
    token_id: Generated<number>;
    way: Generated<string>;
    times: Generated<number>;
  };
  lease: {
    name: string;
    holder: string;
    ends_at: number;
  };
  secret: {
    name: string;
    value: Uint8Array;
  };
  move: {
    id: number;
    started_at: number;
    finished_at: number | null;
  };
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

export const countColumns = ['clicks', 'bots', 'imported_clicks', 'last_clicked_at'] as const;
type CountColumn = (typeof countColumns)[number];

export type LinkRow = Selectable<LinkTable> & Pick<Selectable<Schema['click_count']>, CountColumn>;

/** In the order of exports. A missing or unknown column does not compile. */
const columnKinds = {
  id: 'own',
  short_url: 'portable',
  long_url: 'portable',
  long_url_hash: 'portable',
  ...byName(textNames, () => 'portable' as const),
  clicks: 'portable',
  created_at: 'portable',
  updated_at: 'portable',
  expires_at: 'portable',
  is_active: 'portable',
  ip: 'portable',
  bots: 'own',
  imported_clicks: 'own',
  last_clicked_at: 'own',
  ...byName(flagNames, () => 'portable' as const),
  routing: 'portable',
  owner_id: 'own',
  folded_code: 'own',
  folded_url: 'own',
  folded_title: 'own',
  folded_note: 'own',
} as const satisfies Record<keyof LinkRow, 'portable' | 'own'>;

type Kinds = typeof columnKinds;
/** What a file of links has of each. */
export type PortableLink = {
  readonly [Column in keyof Kinds as Kinds[Column] extends 'own' ? never : Column]: LinkRow[Column];
};

export const linkColumns = Object.keys(columnKinds) as readonly (keyof LinkRow)[];

export const linkTableColumns = linkColumns.filter(
  (column): column is keyof Selectable<LinkTable> => !countColumns.some((own) => own === column),
);

export const portableColumns = linkColumns.filter(
  (column): column is keyof PortableLink => columnKinds[column] === 'portable',
);
