import { CSV_MARK, csvLine } from '../../contracts/csv.ts';
import type { ExportFormat } from '../../contracts/export.constants.ts';
import type { Reach } from '../access/reach.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { exportedColumns, selectExported, type ExportedLink } from './export.store.ts';

const writers: Readonly<
  Record<ExportFormat, (engine: Engine, reach: Reach) => AsyncGenerator<string>>
> = {
  json: writeJson,
  csv: writeCsv,
};

/** Streams the links within reach as a UTF-8 file, at the speed of its reader. */
export function exportLinks(
  engine: Engine,
  reach: Reach,
  format: ExportFormat,
): ReadableStream<Uint8Array> {
  const chunks = writers[format](engine, reach);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await yieldToRequests();
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** Writes one link a line, so that line tools can compare and search the file. */
async function* writeJson(engine: Engine, reach: Reach): AsyncGenerator<string> {
  yield `{"format":"brisk","version":1,"exported_at":${nowSeconds()},"links":[`;
  let separator = '\n';
  for await (const links of selectExported(engine, reach)) {
    const lines = links.map((link) => JSON.stringify(toFields(link)));
    yield separator + lines.join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

function toFields(link: ExportedLink): object {
  const { routing } = link;
  return Object.fromEntries(
    exportedColumns.map((column) =>
      column === 'routing'
        ? [column, routing === '' ? {} : (JSON.parse(routing) as object)]
        : [column, link[column]],
    ),
  );
}

async function* writeCsv(engine: Engine, reach: Reach): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(exportedColumns);
  for await (const links of selectExported(engine, reach)) {
    yield links
      .map((link) => csvLine(exportedColumns.map((column) => cellOf(link, column))))
      .join('');
  }
}

function cellOf(link: ExportedLink, column: (typeof exportedColumns)[number]): string | number {
  switch (column) {
    case 'created_at':
    case 'updated_at':
      return toIso(link[column]);
    case 'expires_at':
      return link.expires_at === 0 ? '' : toIso(link.expires_at);
    case 'tags':
      return link.tags.join(',');
    default:
      return link[column];
  }
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}
