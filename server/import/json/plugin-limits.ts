import { limitAdder } from '../databases/products/add-limits.ts';
import { readPluginLimits } from '../databases/products/yourls-limits.ts';
import { isFields, type Fields } from '../readers/source-row.ts';
import type { SourceFile, SourceOptions } from '../source/row-source.ts';
import { readText } from '../values/texts.ts';
import { parseItem, type LinkProbes } from './find-links.ts';
import { unreadableFile } from '../refused-file.ts';
import { readItems } from './read-items.ts';
import { startShape, type JsonShape } from './walk-json.ts';

/** A dump with more of them is read as SQL, where they need no memory. */
const LIMITS_MAX = 50_000;

type AddLimits = (row: Fields) => Promise<Fields> | Fields;

/** What plugins of YOURLS keep about links, from their tables and options; null: nothing. */
export async function findPluginLimits(
  file: SourceFile,
  shape: JsonShape,
  probes: LinkProbes,
  options: SourceOptions,
): Promise<AddLimits | null> {
  const tables = probes.findTables(shape);
  for (const [number, { kind }] of tables) {
    if (kind.name !== 'yourls.options' && kind.name !== 'yourls.plugin') tables.delete(number);
  }
  if (tables.size === 0) return null;
  const limits = new Map<string, Fields[]>();
  let count = 0;
  for await (const items of readItems(file, startShape())) {
    for (const { list, text } of items) {
      const table = tables.get(list);
      const row = table === undefined ? null : parseItem(text);
      if (!isFields(row)) continue;
      const all = readPluginLimits(table!.kind.name, table!.name, row);
      if (all === null) {
        const option = readText(row['option_name']);
        throw unreadableFile(`The option ${option} may hold passwords, and cannot be read`);
      }
      for (const found of all) {
        limits.getOrInsertComputed(found.keyword, () => []).push(found.limits);
        count += 1;
      }
      if (count > LIMITS_MAX) throw unreadableFile(`More than ${LIMITS_MAX} links are protected`);
    }
  }
  return limits.size === 0 ? null : limitAdder((keyword) => limits.get(keyword) ?? [], options);
}
