import { Upload } from '../../contracts/fields.ts';
import { IMPORT_FILE_MAX } from '../../contracts/import.constants.ts';
import { getImport, importLinks, type ImportReport } from '../../contracts/import.ts';
import { actorOf } from '../audit/actor.ts';
import type { Engine } from '../engine/engine.ts';
import type { Feature } from '../feature.ts';
import { signedIn } from '../http/caller.ts';
import { endpoint, type Call } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { OwnCommand, type OwnCommandOptions } from '../own-command.ts';
import { RecentImports } from './recent-imports.ts';

interface ImportsOptions extends OwnCommandOptions {
  readonly engine: Engine;
  readonly ownHostname: string | null;
}

/** Imports in a separate process, because parsing 10 MB of JSON blocks a thread. */
export function openImports(options: ImportsOptions): Feature {
  const command = new OwnCommand<ImportReport>(options);
  const recent = new RecentImports();
  return {
    routes: [
      {
        ...endpoint(importLinks, ({ file }, call) => {
          const run = async () => runImport(options, command, checkFile(file), call);
          return call.uploadId === null
            ? run()
            : recent.run(call.uploadId, signedIn(call.caller).account, run);
        }),
        onCut: (uploadId, problem) => recent.recordRefusal(uploadId, problem),
      },
      endpoint(getImport, ({ id }, { caller }) =>
        Promise.resolve(recent.find(id, signedIn(caller).account)),
      ),
    ],
    // Stored rows stay; the same file again completes the import.
    close: () => command.close(),
    kill: () => command.kill(),
  };
}

/** Throws `import.unreadable` and `storage.full`. Links back to the site fail. */
async function runImport(
  { engine, ownHostname }: ImportsOptions,
  command: OwnCommand<ImportReport>,
  file: Uint8Array,
  call: Call,
): Promise<ImportReport> {
  const own = ownHostname === null ? [call.hostname] : [call.hostname, ownHostname];
  const names = own.map((name) => `--own-host=${name}`);
  try {
    const { recorded, ...actor } = actorOf(call);
    const flags = ['--report', `--actor=${JSON.stringify(actor)}`, ...names];
    const report = await command.run(['import', ...flags, '-'], file);
    if (report.imported > 0) {
      const target = { kind: 'links', name: String(report.imported) };
      recorded.push({ action: 'site.imported', target, actor: actor.name });
    }
    return report;
  } finally {
    // This process must know the changes of the import before it answers.
    await engine.changes.pull();
  }
}

/** Returns the content of an upload. Plain text counts as JSON. */
function checkFile(file: Upload | string): Uint8Array {
  const content = typeof file === 'string' ? Buffer.from(file) : file.bytes;
  if (file instanceof Upload) {
    // A browser sends this for a form without a chosen file.
    if (content.length === 0 && !file.name) throw refuse('import.no-file', 'The file is missing');
    if (!isJson(file)) {
      const reason = 'The file has neither the name nor the media type of a JSON file';
      throw refuse('import.not-a-json-file', reason);
    }
  }
  if (content.length > IMPORT_FILE_MAX) {
    throw refuse('import.too-large', `Larger than ${IMPORT_FILE_MAX} bytes`);
  }
  return content;
}

function isJson({ name, type }: Upload): boolean {
  return (
    /\.(json|jsonl|ndjson)$/i.test(name) ||
    /^(application|text)\/(json|jsonl|x-ndjson|x-jsonlines)\b/i.test(type)
  );
}

function refuse(
  problem: 'import.no-file' | 'import.not-a-json-file' | 'import.too-large',
  reason: string,
): Problem {
  return new Problem(problem, { field: 'file', reason });
}
