import { IMPORT_FILE_MAX } from '../../contracts/import.constants.ts';
import { getImport, importLinks } from '../../contracts/import.ts';
import { actorOf } from '../audit/actor.ts';
import { Upload } from '../../contracts/fields.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import type { ImportProcess } from './import-process.ts';
import { RecentImports } from './recent-imports.ts';

export function importRoutes(imports: ImportProcess): Endpoint[] {
  const recent = new RecentImports();
  return [
    {
      ...endpoint(importLinks, ({ file }, call) => {
        const { hostname, uploadId } = call;
        const run = async () => imports.import(checkFile(file), hostname, actorOf(call));
        return uploadId === null ? run() : recent.run(uploadId, run);
      }),
      onCut: (uploadId, problem) => recent.recordRefusal(uploadId, problem),
    },
    endpoint(getImport, ({ id }) => Promise.resolve(recent.find(id))),
  ];
}

/** Returns the content of an upload. Plain text counts as JSON. */
function checkFile(file: Upload | string): Uint8Array {
  const content = typeof file === 'string' ? Buffer.from(file) : file.bytes;
  if (file instanceof Upload) {
    // A browser sends this for a form without a chosen file.
    if (content.length === 0 && !file.name)
      throw createProblem('import.no-file', 'The file is missing');
    if (!isJson(file))
      throw createProblem(
        'import.not-a-json-file',
        'The file has neither the name nor the media type of a JSON file',
      );
  }
  if (content.length > IMPORT_FILE_MAX) {
    throw createProblem('import.too-large', `Larger than ${IMPORT_FILE_MAX} bytes`);
  }
  return content;
}

function isJson({ name, type }: Upload): boolean {
  return (
    /\.(json|jsonl|ndjson)$/i.test(name) ||
    /^(application|text)\/(json|jsonl|x-ndjson|x-jsonlines)\b/i.test(type)
  );
}

function createProblem(
  problem: 'import.no-file' | 'import.not-a-json-file' | 'import.too-large',
  reason: string,
): Problem {
  return new Problem(problem, { field: 'file', reason });
}
