import { SqlBroken, type Dialect, type TokenSink } from './lexer.ts';
import { RowValues, type Value } from './row-values.ts';
import { at } from './sql-bytes.ts';
import { readHead, readSetting, type HeadToken, type TableName } from './statement-head.ts';
import { postgresLetters, unescapeLetter, type Decode } from './text-buffer.ts';

/** Takes the rows of one table. */
export interface RowSink {
  /** Bytes of a value. */
  readonly valueMax: number;
  add(values: readonly Value[]): void;
}

export interface DumpReader {
  /** CREATE TABLE. */
  declare(table: TableName, columns: readonly string[]): void;
  /** null: nothing of this table matters. Throws for a table that matters without columns. */
  open(table: TableName, columns: readonly string[] | null): RowSink | null;
  /** SET. */
  set(name: string, value: string): void;
}

/**
 * - `head`: its tokens are kept until they say what it is.
 * - `rows`: between the rows of INSERT. `copy`: its lines follow.
 * - `body`: a trigger or routine, which ends with `; END;`.
 */
type State = 'start' | 'head' | 'rows' | 'copy' | 'body' | 'skip';

const HEAD_MAX = 8000; // tokens
const HEAD_TEXT_MAX = 1024; // bytes
const LINE_FACTOR = 4; // a line of COPY has several values

/** Finds rows in statements. All but INSERT, REPLACE and COPY is passed over. */
export class StatementReader implements TokenSink {
  readonly #dialect: Dialect;
  readonly #reader: DumpReader;
  readonly #row: RowValues;
  #state: State = 'start';
  #head: HeadToken[] = [];
  #rows: RowSink | null = null;
  /** USE: the database of tables that name none. */
  #database = '';
  #isAfterEnd = false;
  #isAfterSemicolon = false;

  constructor(dialect: Dialect, reader: DumpReader, decode: Decode) {
    this.#dialect = dialect;
    this.#reader = reader;
    this.#row = new RowValues(decode);
  }

  set decode(decode: Decode) {
    this.#row.decode = decode;
  }

  get isAtStart(): boolean {
    return this.#state === 'start';
  }

  get textMax(): number {
    if (this.#state === 'rows') return this.#rows!.valueMax;
    if (this.#state === 'copy') return (this.#rows?.valueMax ?? 0) * LINE_FACTOR;
    return this.#state === 'skip' || this.#state === 'body' ? 0 : HEAD_TEXT_MAX;
  }

  word(text: string): void {
    if (this.#state === 'rows') {
      if (this.#row.isOpen) this.#row.word(text);
      // ON DUPLICATE KEY, ON CONFLICT: the rows are over.
      else if (/^(?:on|as|returning)$/i.test(text)) this.#state = 'skip';
      else throw new SqlBroken(`There is no row at ${text.slice(0, 40)}`);
    } else if (this.#state === 'body') {
      this.#isAfterEnd = this.#isAfterSemicolon && /^end$/i.test(text);
      this.#isAfterSemicolon = false;
    } else this.#addToHead('word', text);
  }

  text(text: string, quote: number, prefix: string): void {
    if (this.#state === 'rows') {
      if (this.#row.isOpen) this.#row.text(text, prefix);
    } else this.#addToHead(quote === at.quote ? 'text' : 'name', text);
  }

  sign(byte: number): void {
    if (this.#state === 'rows') {
      if (!this.#row.isOpen && byte === at.comma) return;
      if (!this.#row.isOpen && byte !== at.open) throw new SqlBroken('A row does not begin');
      const values = this.#row.sign(byte);
      if (values !== null) this.#rows!.add(values);
    } else this.#addToHead('sign', String.fromCharCode(byte));
  }

  end(): boolean {
    if (this.#state === 'body' && !this.#isAfterEnd) {
      this.#isAfterSemicolon = true;
      return false;
    }
    if (this.#state === 'rows' && this.#row.isOpen) throw new SqlBroken('A row is not closed');
    const isCopy = this.#state === 'head' && this.#endHead();
    this.#state = isCopy ? 'copy' : 'start';
    this.#head = [];
    return isCopy;
  }

  copyLine(line: string): void {
    this.#rows?.add(line.split('\t').map(readCopyValue));
  }

  #addToHead(kind: HeadToken['kind'], text: string): void {
    if (this.#state === 'skip' || this.#state === 'body') return;
    this.#head.push({ kind, text });
    if (this.#head.length > HEAD_MAX) {
      this.#state = 'skip';
      return;
    }
    this.#state = 'head';
    const begin = this.#head[0]!.text.toLowerCase();
    if (begin === 'insert' || begin === 'replace') this.#continueInsert(kind, text);
    else if (begin === 'create') this.#continueCreate(kind, text);
    else if (begin !== 'copy' && begin !== 'set' && begin !== 'use') this.#state = 'skip';
  }

  #continueInsert(kind: HeadToken['kind'], text: string): void {
    if (kind !== 'word') return;
    const word = text.toLowerCase();
    // PostgreSQL writes OVERRIDING SYSTEM VALUE.
    const hasRows = word === 'values' || (word === 'value' && this.#dialect === 'mysql');
    if (!hasRows && word !== 'select' && word !== 'set') return;
    // A column may be called so, too.
    const depth = this.#head.reduce((sum, token) => sum + depthOf(token), 0);
    if (depth > 0) return;
    const head = readHead(this.#head.slice(0, -1));
    if (head === null) throw new SqlBroken('An INSERT names no table');
    this.#rows = this.#openTable(head.table, head.columns);
    if (this.#rows !== null && !hasRows) {
      throw new SqlBroken(`The INSERT into ${head.table.name} has no VALUES`);
    }
    this.#state = this.#rows === null ? 'skip' : 'rows';
  }

  #openTable({ qualifier, name }: TableName, columns: readonly string[] | null): RowSink | null {
    return this.#reader.open({ qualifier: qualifier || this.#database, name }, columns);
  }

  /** A body has semicolons of its own where no DELIMITER marks its end. */
  #continueCreate(kind: HeadToken['kind'], text: string): void {
    if (kind !== 'word') return;
    const word = text.toLowerCase();
    const what = this.#head.find((token) => objects.has(token.text.toLowerCase()));
    if (what === undefined || what.text.toLowerCase() === 'table') return;
    const hasBody = this.#dialect === 'sqlite' ? word === 'begin' : word === 'atomic';
    const isRoutine = /^(?:trigger|function|procedure)$/i.test(what.text);
    if (!isRoutine || this.#dialect === 'mysql') this.#state = 'skip';
    else if (hasBody) {
      this.#state = 'body';
      this.#isAfterEnd = false;
      this.#isAfterSemicolon = false;
    }
  }

  /** Returns true when lines of COPY follow. */
  #endHead(): boolean {
    const begin = this.#head[0]!.text.toLowerCase();
    if (begin === 'set') {
      const setting = readSetting(this.#head);
      if (setting !== null) this.#reader.set(...setting);
      return false;
    }
    if (begin === 'use') {
      this.#database = this.#head[1]?.text ?? '';
      return false;
    }
    const head = readHead(this.#head);
    if (head === null) return false;
    if (begin === 'create' && head.columns !== null) {
      const { qualifier, name } = head.table;
      this.#reader.declare({ qualifier: qualifier || this.#database, name }, head.columns);
      return false;
    }
    const words = this.#head.map(({ text }) => text.toLowerCase());
    if (begin !== 'copy' || words.at(-1) !== 'stdin') return false;
    this.#rows = this.#openTable(head.table, head.columns);
    return true;
  }
}

/** What CREATE makes. */
const objects: ReadonlySet<string> = new Set(
  `table view trigger function procedure index sequence event database schema type extension
  aggregate domain user role virtual materialized unique`.split(/\s+/),
);

function depthOf({ kind, text }: HeadToken): number {
  if (kind !== 'sign') return 0;
  if (text === '(') return 1;
  return text === ')' ? -1 : 0;
}

function readCopyValue(text: string): Value {
  if (text === '\\N') return null;
  if (!text.includes('\\')) return text;
  return text.replaceAll(
    /\\(?:x([\da-f]{1,2})|([0-7]{1,3})|([\s\S]))/gi,
    (_, hex?: string, octal?: string, letter: string = '') => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return unescapeLetter(postgresLetters, letter);
    },
  );
}
