import type { SourceFile } from '../source/row-source.ts';
import { unreadableFile } from '../refused-file.ts';
import { JsonText, MORE } from './json-text.ts';
import { walkJson, type JsonItem, type JsonShape } from './walk-json.ts';

/** Walks through a file and gives the values of its lists, those of a piece of the file at a time. */
export async function* readItems(
  file: SourceFile,
  shape: JsonShape,
): AsyncGenerator<readonly JsonItem[]> {
  const text = new JsonText();
  const walk = walkJson(text, shape);
  function advance(): JsonItem[] {
    const items: JsonItem[] = [];
    for (let step = walk.next(); step.done !== true; step = walk.next()) {
      if (step.value === MORE) break;
      items.push(step.value);
    }
    return items;
  }
  for await (const piece of decode(file)) {
    text.push(piece);
    yield advance();
  }
  text.isWhole = true;
  yield advance();
}

async function* decode(file: SourceFile): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw unreadableFile('The file is not UTF-8');
    }
  };
  for await (const bytes of file.bytes()) yield read(bytes);
  yield read();
}
