import type { HistoryField } from '../../../contracts/links/link-fields.constants.ts';
import type { ChangedValue } from '../../../contracts/links/history.ts';
import type { LinkRow } from '../../engine/engine.ts';
import type { FieldChange } from '../history/history.store.ts';
import type { LinkEdit } from '../links.store.ts';
import {
  formatRouting,
  isSame,
  parseRouting,
  plainRouting,
  routingNames,
  toRoutingName,
  type Routing,
} from './routing.ts';

/** The history keeps the hash of a password, so that an edit can be reverted. */
const PASSWORD = 'password' satisfies HistoryField;

function listRoutingChanges(former: string, present: string): FieldChange[] {
  const [from, to] = [parseRouting(former), parseRouting(present)];
  return routingNames
    .filter((name) => !isSame(from[name], to[name]))
    .map((name) => ({
      field: name === 'password_hash' ? PASSWORD : name,
      from: from[name] as ChangedValue,
      to: to[name] as ChangedValue,
    }));
}

/** What an edit changes: columns that are the same are left out. */
export function listFieldChanges(link: LinkRow, fields: Partial<LinkEdit>): FieldChange[] {
  const changed = (Object.keys(fields) as (keyof LinkEdit)[]).filter(
    (name) => name !== 'long_url_hash' && fields[name] !== link[name],
  );
  return changed.flatMap((name) =>
    name === 'routing'
      ? listRoutingChanges(link.routing, fields.routing!)
      : [{ field: fieldOf(name), from: link[name], to: fields[name]! } as FieldChange],
  );
}

function toColumn(field: string): string {
  return field === 'owner' ? 'owner_id' : field;
}

/** The field of a column, as the history names it. */
function fieldOf<Column extends string>(column: Column) {
  return column === 'owner_id' ? 'owner' : (column as Exclude<Column, 'owner_id'>);
}

/** Splits fields into those of columns, and the link's routing with the others. */
export function splitRouting(
  routing: string,
  fields: Readonly<Partial<Record<string, unknown>>>,
): { columns: Record<string, unknown>; routing: string } {
  const columns: Record<string, unknown> = {};
  const restored: Record<string, unknown> = { ...parseRouting(routing) };
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const name = toRoutingName(field);
    if (name in plainRouting) restored[name] = value;
    else columns[toColumn(field)] = value;
  }
  return { columns, routing: formatRouting(restored as unknown as Routing) };
}

/** The value of a field, as the history stores it. */
export function readField(link: LinkRow, field: Exclude<HistoryField, 'tags'>): unknown {
  const name = toRoutingName(field);
  return name in plainRouting
    ? parseRouting(link.routing)[name as keyof Routing]
    : link[toColumn(field) as keyof LinkRow];
}

/** The history shows no hash: 1 = there is a password. */
export function hidePassword(field: HistoryField, value: ChangedValue): ChangedValue {
  if (field !== PASSWORD) return value;
  return value === '' ? 0 : 1;
}
