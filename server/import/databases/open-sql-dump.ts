import { openCopies } from './open-tables.ts';
import { SqlBroken, SqlLexer, type Dialect } from './sql/lexer.ts';
import { StatementReader, type DumpReader, type RowSink } from './sql/statement-reader.ts';
import type { TableName } from './sql/statement-head.ts';
import type { Decode } from './sql/text-buffer.ts';
import type { SourceTables } from './source-tables.ts';
import type { OpenSource, SourceFile } from '../source/row-source.ts';
import { mayMatter } from './known-tables.ts';
import { unknownDatabase } from '../refused-file.ts';

const HEAD_BYTES = 64 * 1024;

/** A dump of MySQL, MariaDB, PostgreSQL or SQLite. */
export const openSqlDump: OpenSource = async (file, options) => {
  const head = await readHead(file);
  const dialect = detectDialect(head, file.name);
  if (dialect === null) return null;
  return openCopies(file, options, async (tables) => {
    await readDump(file, dialect, tables).catch((error: unknown) => {
      throw error instanceof SqlBroken ? unknownDatabase(error.message) : error;
    });
  });
};

async function readHead(file: SourceFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readUtf8(file)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, HEAD_BYTES);
}

/** PowerShell writes UTF-16. */
async function* readUtf8(file: SourceFile): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | null = null;
  let isFirst = true;
  for await (const chunk of file.bytes()) {
    if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) decoder = new TextDecoder('utf-16le');
    const isMarked = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    isFirst = false;
    if (decoder !== null) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    else yield isMarked ? chunk.subarray(3) : chunk;
  }
}

const BEGINNING =
  /^(?:insert|replace|create|drop|copy|set|use|begin|start|pragma|lock|select|alter|delete|truncate|commit|delimiter|\\(?:restrict|connect))(?=[\s;]|$)/i;

/** null: no SQL. */
function detectDialect(head: string, name: string): Dialect | null {
  const { first, hasMarks } = skipComments(head);
  const isSql =
    hasMarks || BEGINNING.test(first) || (first === '' && /\.sql(?:\.gz)?$/i.test(name));
  if (!isSql) return null;
  if (
    /^(?:-- postgresql|copy .{1,2000} from stdin|set (?:standard_conf|client_enc))/im.test(head)
  ) {
    return 'postgres';
  }
  if (/^(?:pragma|begin transaction;)/im.test(head) && !/engine\s?=/i.test(head)) return 'sqlite';
  if (/`|mysql|mariadb|phpmyadmin|engine\s?=/i.test(head)) return 'mysql';
  return /^insert into (?:"|public\.)/im.test(head) ? 'postgres' : 'mysql';
}

/** The first text that is no comment. `hasMarks`: a comment that MySQL executes came before it. */
function skipComments(head: string): { readonly first: string; readonly hasMarks: boolean } {
  let index = 0;
  for (;;) {
    while (/\s/.test(head[index] ?? '')) index += 1;
    if (head.startsWith('/*!', index) || head.startsWith('/*M!', index)) {
      return { first: '', hasMarks: true };
    }
    const isBlock = head.startsWith('/*', index);
    const isLine = head.startsWith('--', index) || head[index] === '#';
    if (!isBlock && !isLine) return { first: head.slice(index, index + 100), hasMarks: false };
    const end = isBlock ? head.indexOf('*/', index + 2) : head.indexOf('\n', index);
    if (end === -1) return { first: '', hasMarks: false };
    index = end + (isBlock ? 2 : 1);
  }
}

async function readDump(file: SourceFile, dialect: Dialect, tables: SourceTables): Promise<void> {
  const dump = new DumpTables(tables);
  const statements = new StatementReader(dialect, dump, utf8);
  const lexer = new SqlLexer(dialect, statements, utf8);
  dump.onDecode = (decode) => {
    lexer.decode = decode;
    statements.decode = decode;
  };
  dump.onBackslashes = (has) => {
    lexer.backslashes = has;
  };
  for await (const chunk of readUtf8(file)) lexer.push(chunk);
  lexer.finish();
  dump.finish();
}

function utf8(bytes: Buffer): string {
  return bytes.toString('utf8');
}

/** Knows the columns of each table, and how the dump writes texts. */
class DumpTables implements DumpReader {
  onDecode: (decode: Decode) => void = () => undefined;
  onBackslashes: (has: boolean) => void = () => undefined;
  readonly #tables: SourceTables;
  readonly #declared = new Map<string, { table: TableName; columns: readonly string[] }>();
  readonly #opened = new Set<string>();

  constructor(tables: SourceTables) {
    this.#tables = tables;
  }

  declare(table: TableName, columns: readonly string[]): void {
    if (this.#declared.size === 10_000) throw new SqlBroken('The dump has too many tables');
    this.#declared.set(toKey(table), { table, columns });
  }

  open(table: TableName, named: readonly string[] | null): RowSink | null {
    const key = toKey(table);
    const columns = named ?? this.#declared.get(key)?.columns;
    if (columns === undefined) {
      if (!mayMatter(table.name)) return null;
      const advice = 'dump it with its CREATE TABLE, or with --complete-insert';
      throw unknownDatabase(`The dump does not name the columns of ${table.name}: ${advice}`);
    }
    this.#opened.add(key);
    return this.#tables.open(table, columns);
  }

  set(name: string, value: string): void {
    const setting = value.toLowerCase();
    if (name === 'names' || name === 'client_encoding') this.onDecode(chooseDecoder(setting));
    if (name === 'standard_conforming_strings') this.onBackslashes(setting === 'off');
    if (name === 'sql_mode' && setting.includes('no_backslash_escapes')) this.onBackslashes(false);
  }

  /** Tables without rows. */
  finish(): void {
    for (const [key, { table, columns }] of this.#declared) {
      if (!this.#opened.has(key)) this.#tables.open(table, columns);
    }
  }
}

function toKey({ qualifier, name }: TableName): string {
  return JSON.stringify([qualifier, name]);
}

function chooseDecoder(charset: string): Decode {
  if (/^(?:utf-?8(?:mb[34])?|binary|ascii|us-ascii|sql_ascii|default)$/.test(charset)) {
    return utf8;
  }
  if (/^(?:latin1|win1252|cp1252)$/.test(charset)) {
    const decoder = new TextDecoder('windows-1252');
    return (bytes) => decoder.decode(bytes);
  }
  throw unknownDatabase(
    `The dump is in the character set ${charset.slice(0, 40)}: dump it in utf8mb4`,
  );
}
