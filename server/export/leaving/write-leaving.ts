import type { Engine } from '../../engine/engine.ts';
import { nowSeconds } from '../../engine/now.ts';
import { selectAllIds } from '../export.ts';
import { selectExported, selectSharedSpellings } from '../export.store.ts';
import { findLoss, losses, type Loss } from './find-loss.ts';
import type { ProgramFormat } from './program-format.ts';
import { shlinkCsv, yourlsSql } from './program-files.ts';
import { caddyfile, htaccess, NGINX_SITE, nginxMap, redirectsFile } from './static-files.ts';

/** Filled while the file is written. */
export class LeavingReport {
  written = 0;
  readonly leftOut = new Map<Loss, number>();

  leaveOut(loss: Loss): void {
    this.leftOut.set(loss, (this.leftOut.get(loss) ?? 0) + 1);
  }

  describe(): string {
    const total = [...this.leftOut.values()].reduce((sum, count) => sum + count, 0);
    if (total === 0) return `${this.written} written`;
    const kinds = Object.entries(losses).flatMap(([loss, text]) => {
      const count = this.leftOut.get(loss as Loss);
      return count === undefined ? [] : [`${count} ${text}`];
    });
    return `${this.written} written, ${total} left out: ${kinds.join(', ')}`;
  }
}

export interface LeavingFile {
  readonly name: string;
  readonly parts: AsyncIterable<Uint8Array>;
  /** null: the file has no links. */
  readonly report: LeavingReport | null;
}

export const programFormats = { sql: yourlsSql, 'shlink-csv': shlinkCsv } as const;

export function writeForProgram(engine: Engine, format: ProgramFormat) {
  const report = new LeavingReport();
  return { report, parts: writeParts(engine, format, report) };
}

export async function writeStatic(engine: Engine): Promise<LeavingFile[]> {
  const shared = await selectSharedSpellings(engine);
  const formats = [
    ['nginx-map.conf', nginxMap(shared)],
    ['nginx-site.conf', null],
    ['Caddyfile', caddyfile],
    ['_redirects', redirectsFile],
    ['.htaccess', htaccess],
  ] as const;
  return formats.map(([name, format]) => {
    const file =
      format === null
        ? { report: null, parts: writeText(NGINX_SITE) }
        : writeForProgram(engine, format);
    return Object.assign(file, { name });
  });
}

async function* writeText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function* writeParts(
  engine: Engine,
  format: ProgramFormat,
  report: LeavingReport,
): AsyncGenerator<Uint8Array> {
  const { begin, end, hasDomains = false, write, join = joinLines } = format;
  const now = nowSeconds();
  yield Buffer.from(begin);
  for await (const ids of selectAllIds(engine)) {
    const written: string[] = [];
    for (const link of await selectExported({ engine, reach: 'all', addressReach: 'all' }, ids)) {
      const loss = findLoss(link, hasDomains, now);
      const text = loss === null ? write(link) : null;
      if (text === null) report.leaveOut(loss ?? 'unwritable');
      else written.push(text);
    }
    report.written += written.length;
    if (written.length > 0) yield Buffer.from(join(written));
  }
  yield Buffer.from(end);
}

function joinLines(written: readonly string[]): string {
  return written.join('');
}
