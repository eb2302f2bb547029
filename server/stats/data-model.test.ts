import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isPostgres, openTestEngine } from '../../tests/support/test-engine.ts';
import type { Engine } from '../engine/engine.ts';
import { batchColumns } from './ingest/encode-batch.ts';
import { Warehouse } from './warehouse/warehouse.ts';

/** Table → columns with their types in the words of the page, sorted. */
type Model = Record<string, string[]>;

const page = readFileSync('docs/data-model.md', 'utf8');
const [databasePart, batchPart, projectionPart] = page.split(
  /^## The (?:columns of a batch|projection)$/m,
) as [string, string, string];

const typeWords: Readonly<Record<string, string>> = {
  bigint: 'integer',
  int64: 'integer',
  int32: 'integer',
  utinyint: 'integer',
  string: 'text',
  varchar: 'text',
  blob: 'bytes',
  bytea: 'bytes',
  'double precision': 'double',
};

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNullable: boolean | number;
}

let dataDir: string;
let engine: Engine;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-data-model-'));
  engine = await openTestEngine(dataDir);
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

/** The tables that a section describes, for this engine. */
function readPage(part: string): Model {
  const other = isPostgres ? 'SQLite' : 'PostgreSQL';
  const model: Model = {};
  for (const section of part.split(/^### /m).slice(1)) {
    const [, table, only] = /^(\w+)(?: \((\w+)\))?\n/.exec(section)!;
    if (only === other) continue;
    model[table!] = [...section.matchAll(/^\| (`.+?`) \| ([^|]+) \|/gm)]
      .flatMap(([, names, type]) => names!.split(', ').map((name) => [name.slice(1, -1), type]))
      .map((column) => column.join(' '))
      .toSorted();
  }
  return model;
}

function toModel(rows: readonly ColumnRow[]): Model {
  const tables = Map.groupBy(rows, ({ table }) => table);
  return Object.fromEntries(
    [...tables].map(([table, columns]) => [table, columns.map(describeColumn).toSorted()]),
  );
}

function describeColumn({ column, type, isNullable }: Omit<ColumnRow, 'table'>): string {
  const word = typeWords[type.toLowerCase()] ?? type.toLowerCase();
  return `${column} ${word}${isNullable ? ' or null' : ''}`;
}

async function readDatabase(): Promise<Model> {
  const columns = isPostgres
    ? sql<ColumnRow>`
        select table_name as "table", column_name as "column", data_type as "type",
          is_nullable = 'YES' as "isNullable"
        from information_schema.columns
        where table_schema = 'public' and table_name not like 'kysely%'`
    : sql<ColumnRow>`
        select tables.name as "table", columns.name as "column", columns.type as "type",
          columns."notnull" = 0 and columns.pk = 0 as "isNullable"
        from sqlite_master as tables join pragma_table_info(tables.name) as columns
        where tables.type = 'table' and tables.name not like 'kysely%'
          and tables.name not like 'sqlite%'`;
  return toModel((await columns.execute(engine.db)).rows);
}

test('the page of the data model has every table and column of the database', async () => {
  expect(readPage(databasePart)).toEqual(await readDatabase());
});

test('its diagrams name only tables that it describes', () => {
  const described = new Set([...page.matchAll(/^### (\w+)/gm)].map(([, table]) => table!));
  const pictures = [...page.matchAll(/^```mermaid\nerDiagram\n([^]+?)^```$/gm)];
  const named = pictures.flatMap(([, picture]) =>
    [...picture!.matchAll(/^ {2}(\w+) (?:\{$|\S+ (\w+) : )/gm)].flatMap((names) => names.slice(1)),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => name !== undefined && !described.has(name))).toEqual([]);
});

test('it has every column of a batch', () => {
  const columns = Object.entries(batchColumns);
  const rows = columns.map(([column, type]) => ({ column, type, table: 'batch', isNullable: 0 }));
  expect(readPage(batchPart)).toEqual(toModel(rows));
});

test('it has every table and column of the projection', async () => {
  const warehouse = new Warehouse({ engine, dataDir, onError: (error) => void error });
  const rows = await warehouse.read(({ db }) =>
    db.all<ColumnRow>(
      `select table_name as "table", column_name as "column", data_type as "type",
        is_nullable as "isNullable"
      from duckdb_columns() where not internal`,
    ),
  );
  await warehouse.close();
  expect(readPage(projectionPart)).toEqual(toModel(rows));
});
