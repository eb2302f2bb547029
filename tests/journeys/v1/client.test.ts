import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { V1Site } from './v1-steps.ts';

const ROOT = join(import.meta.dir, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'brisk-client-'));
const file = join(folder, 'brisk-client.ts');
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that uses the client. */
const program = `
import { Brisk, BriskError } from './brisk-client.ts';

const [url = '', token = '', proxy = ''] = process.argv.slice(2);
const brisk = new Brisk({ url, token });
const made = await brisk.createLink(
  { long_url: 'https://example.com/', short_url: 'typed', expires_at: '2040-01-01', tags: ['a'] },
  { idempotencyKey: 'one' },
);
const id: number = made.data.id;
const { data: link, etag } = await brisk.getLink({ id });
const tags: readonly string[] = link.tags;
const changed = await brisk.updateLink({ id, title: 'New', expires_at: null }, { ifMatch: etag ?? '' });
const expiry: string | null = changed.data.expires_at;
const lost = await brisk.deleteLink({ id }, { ifMatch: etag ?? '' }).catch((error: unknown) => error);
const status = lost instanceof BriskError ? lost.problem.status : 0;
const { data: page } = await brisk.listLinks({ limit: 10, tag: ['a'], sort: 'title' });
const own = await brisk.listLinks({ owner: 1 });
const cursor: string | null = page.next_cursor;
const rest = await brisk.listLinks({ cursor: cursor ?? undefined });
const more: string | null = rest.data.next_cursor;
const trial = await brisk.createMany({ links: [{ long_url: 'https://example.com/two' }], dry_run: true });
// @ts-expect-error The types know a wrong value.
const wrong: Parameters<Brisk['createMany']>[0]['dry_run'] = 'perhaps';
const report = await brisk.getReport({ short_url: ['typed'] });
const gone: null = (await brisk.deleteLink({ id })).data;
const failed = await new Brisk({ url: proxy, token }).getLink({ id }).catch((error: unknown) => error);
const outage = failed instanceof BriskError ? failed.problem.status : 0;
const results = [made.status, tags, expiry, status, page.data.map((row) => row.title), report.data.clicks, gone, more, trial.data.created, wrong, own.status, outage];
console.log(JSON.stringify(results));
`;

async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' });
  const [text, fault] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect([await child.exited, fault]).toEqual([0, '']);
  return text;
}

test('the client is written, has the types of all fields, and calls a site', async () => {
  await run(process.execPath, 'scripts/client.ts', file);
  const path = join(folder, 'program.ts');
  writeFileSync(path, program);
  const node = '{ argv: string[] }';
  writeFileSync(join(folder, 'node.d.ts'), `declare const process: ${node};\n`);
  const options = { strict: true, noEmit: true, target: 'esnext', module: 'esnext' };
  const rules = { allowImportingTsExtensions: true, moduleResolution: 'bundler', types: [] };
  const libraries = ['esnext', 'dom', 'dom.iterable'];
  const compilerOptions = { ...options, ...rules, lib: libraries };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['node.d.ts', 'program.ts'] }));
  await run(process.execPath, 'node_modules/tsc/bin/tsc', '--project', config);
  await using v1 = await V1Site.open();
  using proxy = Bun.serve({
    port: 0,
    fetch: () => new Response('<h1>Bad</h1>', { status: 502 }),
  });
  const printed = await run(process.execPath, path, v1.site.url, v1.token, proxy.url.href);
  expect(JSON.parse(printed)).toEqual([
    201,
    ['a'],
    null,
    412,
    ['New'],
    0,
    null,
    null,
    1,
    'perhaps',
    200,
    502,
  ]);
}, 300_000);
