import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../server/http/problem.ts';
import { openDiskFile } from '../../server/import/source/disk-file.ts';
import { openSource } from '../../server/import/source/open-source.ts';
import { explainUnknown, type UnknownFile } from '../../web/import/jobs/explain-unknown.ts';

const directory = mkdtempSync(join(tmpdir(), 'brisk-unknown-'));
afterAll(() => rmSync(directory, { recursive: true }));

test.each<[string, UnknownFile['key'], string]>([
  ['', 'over.unknown.begins', 'nothing: it is empty'],
  ['\u0000\u0001PK unknown', 'over.unknown.begins', '" PK unknown"'],
  ['{"a":1}', 'over.unknown.structure', '"a"'],
  ['[{"key":1,"say \\"hi\\"":2}]', 'over.unknown.structure', '"key", "say \\"hi\\""'],
  ['CREATE TABLE shop (id int);\nINSERT INTO shop VALUES (1);\n', 'over.unknown.tables', 'shop'],
])('the page explains why %j is not understood, with what is in it', async (content, key, seen) => {
  const path = join(directory, 'file.dat');
  writeFileSync(path, content);
  const refused: unknown = await openSource(openDiskFile(path), {}).catch(
    (error: unknown) => error,
  );
  if (!(refused instanceof Problem)) throw refused;
  const reason = refused.details.reason ?? '';
  const error = { key: 'import.unknown', reason } as const;
  expect(explainUnknown({ columns: [], error })).toEqual({ key, seen });
});
