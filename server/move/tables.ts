import type { Insertable } from 'kysely';
import type { ColumnType } from '../engine/move/target.ts';
import type { Schema } from '../engine/engine.ts';
import { countColumnTypes, linkColumnTypes, type StoredType } from '../engine/schema.ts';

/** Columns that the database generates do not move. */
type Columns<Table extends keyof Schema> = {
  readonly [Column in keyof Insertable<Schema[Table]>]-?: StoredType<
    Insertable<Schema[Table]>[Column]
  >;
};

// Without caches, the change feed and the state of running servers. The key columns come first.
const movedColumns = {
  account: {
    id: 'number',
    kind: 'text',
    username: 'text',
    email: 'text',
    password_hash: 'text',
    role: 'text',
    sees_all: 'number',
    is_active: 'number',
    epoch: 'number',
    is_ruled_by_sso: 'number',
    created_at: 'number',
    created_by: 'number',
    last_login_at: 'number',
    language: 'text',
  },
  api_token: {
    id: 'number',
    account_id: 'number',
    name: 'text',
    is_default: 'number',
    token_hash: 'text',
    token_sealed: 'text',
    scopes: 'text',
    expires_at: 'number',
    per_minute: 'number',
    ip: 'text',
    user_agent: 'text',
    created_at: 'number',
    used_at: 'number',
    used_network: 'text',
  },
  session: {
    token_hash: 'text',
    account_id: 'number',
    way: 'text',
    created_at: 'number',
    seen_at: 'number',
    confirmed_at: 'number',
    expires_at: 'number',
    network: 'text',
    user_agent: 'text',
    sid: 'text',
  },
  factor: {
    id: 'number',
    account_id: 'number',
    kind: 'text',
    name: 'text',
    secret: 'text',
    credential_id: 'text',
    counter: 'number',
    transports: 'text',
    rp_id: 'text',
    is_backed_up: 'number',
    last_step: 'number',
    created_at: 'number',
    used_at: 'number',
  },
  one_time_link: {
    token_hash: 'text',
    kind: 'text',
    account_id: 'number',
    email: 'text',
    grants: 'text',
    created_by: 'number',
    created_at: 'number',
    expires_at: 'number',
    used_at: 'number',
  },
  identity: {
    issuer: 'text',
    subject: 'text',
    account_id: 'number',
    email: 'text',
    linked_at: 'number',
    seen_at: 'number',
  },
  sso_provider: { id: 'number', settings: 'text', secret_sealed: 'text' },
  saved_view: {
    account_id: 'number',
    kind: 'text',
    name: 'text',
    value: 'text',
    updated_at: 'number',
  },
  known_address: { account_id: 'number', mark: 'text', last_login_at: 'number' },
  option: { key: 'text', value: 'text', updated_at: 'number' },
  journal_segment: { name: 'text', drained_bytes: 'number' },
  deleted_link: {
    ...linkColumnTypes,
    ...countColumnTypes,
    deleted_at: 'number',
  },
  retired_code: { code: 'text' },
  link: linkColumnTypes,
  click_count: {
    link_id: 'number',
    clicks: 'number',
    bots: 'number',
    imported_clicks: 'number',
    last_clicked_at: 'number',
    sorted_clicks: 'number',
    sorted_last_click: 'number',
  },
  last_click_fill: { id: 'number', day: 'number' },
  unsorted_block: { block: 'number' },
  tag: { id: 'number', name: 'text', folded: 'text', color: 'text', description: 'text' },
  link_tag: { link_id: 'number', tag_id: 'number' },
  link_change: {
    id: 'number',
    link_id: 'number',
    changed_at: 'number',
    who: 'text',
    account_id: 'number',
    token_id: 'number',
    field: 'text',
    former: 'text',
    present: 'text',
    bulk_id: 'number',
  },
  bulk_edit: {
    id: 'number',
    began_at: 'number',
    who: 'text',
    account_id: 'number',
    token_id: 'number',
    what: 'text',
    matched: 'number',
    changed: 'number',
    failed: 'number',
    undone_to: 'number',
    restored: 'number',
  },
  click_batch: {
    id: 'text',
    day: 'number',
    state: 'text',
    rules: 'number',
    bytes: 'number',
    body: 'bytes',
    node: 'text',
  },
  visitor_salt: { day: 'number', salt: 'bytes' },
  missed_code: { day: 'number', code: 'text', times: 'number', last_at: 'number' },
  alert: {
    id: 'number',
    link_id: 'number',
    kind: 'text',
    people: 'number',
    usual: 'real',
    created_at: 'number',
    dismissed_at: 'number',
  },
  alert_delivery: { alert_id: 'number', attempts: 'number', next_at: 'number' },
  audit: {
    id: 'number',
    at: 'number',
    actor_kind: 'text',
    actor_id: 'number',
    actor_name: 'text',
    network: 'text',
    action: 'text',
    target_kind: 'text',
    target_id: 'number',
    target_name: 'text',
    former: 'text',
    present: 'text',
    token_id: 'number',
    way: 'text',
    times: 'number',
  },
} as const satisfies { readonly [Table in keyof Schema]?: Columns<Table> };
type MovedTable = keyof typeof movedColumns;

const keyLengths: { readonly [Table in MovedTable]?: number } = {
  known_address: 2,
  link_tag: 2,
  saved_view: 3,
  missed_code: 2,
};

/** Both databases sort a table alike by its key. */
export interface Table {
  readonly name: MovedTable;
  readonly key: readonly string[];
  readonly columns: ReadonlyMap<string, ColumnType>;
}

export const movedTables: readonly Table[] = Object.entries(movedColumns).map(([table, types]) => {
  const name = table as MovedTable;
  const columns = new Map<string, ColumnType>(Object.entries(types));
  return { name, columns, key: [...columns.keys()].slice(0, keyLengths[name] ?? 1) };
});

export function columnsOf({ columns }: Table, type: ColumnType): string[] {
  return [...columns].filter(([, other]) => other === type).map(([name]) => name);
}
