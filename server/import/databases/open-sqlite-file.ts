import { existsSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  ForeignFileDamaged,
  openForeignFile,
  type ForeignFile,
} from '../../engine/sqlite/foreign-file.ts';
import type { OpenSource, SourceFile, SourceOptions } from '../source/row-source.ts';
import { openCopies } from './open-tables.ts';
import { scratchPath, type SourceTables } from './source-tables.ts';
import { TOO_LONG } from './sql/text-buffer.ts';
import { mayMatter } from './known-tables.ts';
import { unknownDatabase } from '../refused-file.ts';

const MAGIC = Buffer.from('SQLite format 3\0');

/** A database of SQLite, whose tables are copied row by row. */
export const openSqliteFile: OpenSource = async (file, options) => {
  if (!(await hasMagic(file))) return null;
  const path = await unpack(file, options);
  return openCopies(file, options, (tables) => {
    try {
      copyTables(path, tables);
    } catch (error) {
      throw error instanceof ForeignFileDamaged
        ? unknownDatabase(`The SQLite file is damaged or encrypted (${error.message})`)
        : error;
    } finally {
      if (path !== file.path) rmSync(path, { force: true });
    }
  });
};

async function hasMagic(file: SourceFile): Promise<boolean> {
  let head = Buffer.alloc(0);
  for await (const chunk of file.bytes()) {
    head = Buffer.concat([head, chunk.subarray(0, MAGIC.length)]);
    if (head.length >= MAGIC.length) break;
  }
  return head.subarray(0, MAGIC.length).equals(MAGIC);
}

/** The path of a plain file. What waits in a log beside it would be missing. */
async function unpack(file: SourceFile, options: SourceOptions): Promise<string> {
  const disk = await open(file.path);
  try {
    const { buffer } = await disk.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    if (buffer.equals(MAGIC)) {
      const log = `${file.path}-wal`;
      if (existsSync(log) && statSync(log).size > 0) {
        throw unknownDatabase(
          `Changes wait in ${basename(log)}: stop the program that uses the database, then run ` +
            `sqlite3 ${basename(file.path)} 'pragma wal_checkpoint(truncate)'`,
        );
      }
      return file.path;
    }
  } finally {
    await disk.close();
  }
  const path = scratchPath(file, options, 'unpacked');
  const writer = Bun.file(path).writer();
  try {
    for await (const chunk of file.bytes()) {
      void writer.write(chunk);
      await writer.flush();
    }
    await writer.end();
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  return path;
}

function copyTables(path: string, tables: SourceTables): void {
  const source = openForeignFile(path);
  try {
    refuseViews(source);
    for (const table of source.tables) {
      const intake = tables.open({ qualifier: '', name: table.name }, table.columns);
      if (intake === null) continue;
      for (const row of table.rows(intake.kept, intake.valueMax, TOO_LONG)) intake.addKept(row);
    }
  } finally {
    source.close();
  }
}

/** A view could stand where a table of links belongs, and would run what its author wrote. */
function refuseViews({ others }: ForeignFile): void {
  const view = others.find((name) => mayMatter(name) && !/_fts$/i.test(name));
  if (view !== undefined)
    throw unknownDatabase(`${view} is a view or a virtual table, not a table`);
}
