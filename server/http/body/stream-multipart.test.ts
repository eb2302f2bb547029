import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../../tests/support/random.ts';
import { StoredFile } from '../../../contracts/fields.ts';
import { InvalidRequest } from '../invalid-request.ts';
import { Problem } from '../problem.ts';
import { streamMultipart } from './stream-multipart.ts';

const folder = mkdtempSync(join(tmpdir(), 'brisk-multipart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BYTES_MAX = 100_000;
let made = 0;

function read(
  body: Uint8Array<ArrayBuffer>,
  cuts: readonly number[] = [],
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const ends = [...cuts.map((cut) => cut % (body.length + 1)), body.length].sort((a, b) => a - b);
  let from = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const end = ends.shift();
      if (end === undefined) return controller.close();
      if (end > from) controller.enqueue(body.slice(from, end));
      else controller.enqueue(new Uint8Array());
      from = end;
    },
  });
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: stream,
    headers: { 'content-type': 'multipart/form-data; boundary=XyZ', ...headers },
  });
  return streamMultipart(request, {
    bytesMax: BYTES_MAX,
    tooLarge: { problem: 'import.upload-too-large', reason: 'too large' },
    fieldMax: 1000,
    fieldsMax: 4,
    nameFile: () => join(folder, `${(made += 1)}.upload`),
  });
}

function form(...parts: [head: string, content: Uint8Array | string][]): Uint8Array<ArrayBuffer> {
  const bytes = parts.flatMap(([head, content]) => [
    Buffer.from(`--XyZ\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return new Uint8Array(Buffer.concat([...bytes, Buffer.from('--XyZ--\r\n')]));
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (error instanceof Problem) return error.problem;
  return error instanceof InvalidRequest ? 'invalid' : String(error);
}

const FILE = 'name="file"; filename="a.csv"';

test('a file reaches the disk unchanged, however the body is cut', async () => {
  // Beginnings of the delimiter, and what looks like one.
  const piece = fc.constantFrom('\r', '\n', '-', '--', '\r\n', '\r\n--Xy', '\r\n--XyZ_', 'a', '\0');
  const content = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(content, content, fc.array(fc.nat(500)), async (file, text, cuts) => {
      const fields = await read(
        form(['name="options"', text], [FILE, file], ['name="x"', '']),
        cuts,
      );
      const stored = fields['file'] as StoredFile;
      expect(stored).toBeInstanceOf(StoredFile);
      expect(stored.name).toBe('a.csv');
      expect(readFileSync(stored.path, 'latin1')).toBe(file);
      expect(fields).toMatchObject({ options: text, x: '' });
      rmSync(stored.path);
    }),
  );
});

test('a refused body leaves no file', async () => {
  const whole = form([FILE, 'x'.repeat(5000)]);
  const large = form([FILE, 'x'.repeat(BYTES_MAX)]);
  expect(await failureOf(read(whole, [], { 'content-length': '9999999999' }))).toBe(
    'import.upload-too-large',
  );
  expect(await failureOf(read(large))).toBe('import.upload-too-large');
  expect(await failureOf(read(whole.slice(0, -8)))).toBe('invalid');
  expect(await failureOf(read(whole, [], { 'content-type': 'application/json' }))).toBe('invalid');
  expect(await failureOf(read(whole, [], { 'content-type': 'multipart/form-data' }))).toBe(
    'invalid',
  );
  expect(await failureOf(read(form([FILE, 'a'], ['name="b"; filename="c"', 'd'])))).toBe('invalid');
  expect(await failureOf(read(form([FILE, 'a'], [FILE, 'd'])))).toBe('invalid');
  expect(await failureOf(read(form(['name="o"', 'x'.repeat(1001)])))).toBe('call.too-large');
  expect(await failureOf(read(form(['noname', 'x'])))).toBe('invalid');
  expect(await failureOf(read(form(['name="o"', new Uint8Array([0xff])])))).toBe('invalid');
  const many = Array.from({ length: 5 }, (_, index) => [`name="f${index}"`, ''] as const);
  expect(
    await failureOf(read(form(...many.map(([head, text]): [string, string] => [head, text])))),
  ).toBe('invalid');
  expect(await failureOf(read(form([FILE, '\r\n--XyZ_'.repeat(11_000)])))).toBe('invalid');
  expect(readdirSync(folder)).toEqual([]);
});
