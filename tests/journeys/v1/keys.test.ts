import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { nowSeconds } from '../../../server/engine/now.ts';
import { deleteOldCalls, type KeyedCall } from '../../../server/faces/v1/keyed-calls.store.ts';
import { createToken, inDatabase } from '../people/people-steps.ts';
import { listAll } from '../set-up-site.ts';
import { V1Site, type V1Answer } from './v1-steps.ts';

let v1: V1Site;
beforeAll(async () => {
  v1 = await V1Site.open();
});
afterAll(() => v1[Symbol.asyncDispose]());

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
/** Each call without a key would make a link. */
const dated = (name: string) => ({
  long_url: `https://example.com/${name}`,
  expires_at: '2040-01-01T00:00:00Z',
});

async function countLinks(name: string): Promise<number> {
  const links = await listAll(v1.site, v1.site.token);
  return links.filter((link) => link.long_url === `https://example.com/${name}`).length;
}

function whole({ status, headers, body }: V1Answer) {
  return [status, headers.get('location'), headers.get('etag'), body];
}

type Row = Partial<KeyedCall>;

/** As a server leaves the row of its last call, which a kill interrupts. */
async function changeCall(key: string, row: Row): Promise<void> {
  await inDatabase(v1.site, async ({ db }) => {
    const changed = await db
      .updateTable('keyed_call')
      .set(row)
      .where('key', '=', key)
      .executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(1n);
  });
}

const interrupted = { status: 0, headers: '', body: '', holder: 'killed', seen_at: 1 };

test('a call with the same key changes something once and has the same answer', async () => {
  const first = await v1.ask('POST /links', { body: dated('same'), ...keyed('a') });
  const again = await v1.ask('POST /links', { body: dated('same'), ...keyed('a') });
  expect([first.status, whole(again)]).toEqual([201, whole(first)]);
  expect(await countLinks('same')).toBe(1);
  const other = await v1.ask('POST /links', { body: dated('same'), ...keyed('b') });
  expect([other.status, other.body['id'] === first.body['id']]).toEqual([201, false]);
});

test('changes and deletions have keys, too', async () => {
  const [id = 0] = await v1.create(dated('each'));
  const path = `/links/${id}` as const;
  const first = await v1.ask(`PATCH ${path}`, { body: { title: 'one' }, ...keyed('patch') });
  await v1.ask(`PATCH ${path}`, { body: { title: 'two' } });
  const again = await v1.ask(`PATCH ${path}`, { body: { title: 'one' }, ...keyed('patch') });
  expect(whole(again)).toEqual(whole(first));
  expect((await v1.ask(`GET ${path}`)).body['title']).toBe('two');
  for (const _ of [1, 2]) {
    expect((await v1.ask(`DELETE ${path}`, keyed('delete'))).status).toBe(204);
  }
  expect((await v1.ask(`DELETE ${path}`)).status).toBe(404);
});

test('another request with the same key is refused', async () => {
  await v1.ask('POST /links', { body: dated('used'), ...keyed('used') });
  for (const [call, body] of [
    ['POST /links', dated('others')],
    ['POST /links/many', { links: [dated('used')] }],
    ['DELETE /links/1', undefined],
  ] as const) {
    const refused = await v1.ask(call, { body, ...keyed('used') });
    expect([refused.status, refused.body['type']]).toEqual([422, 'urn:brisk:problem:key-reused']);
  }
  expect(await countLinks('others')).toBe(0);
});

test('a key belongs to its token', async () => {
  const scopes = ['links:create', 'links:read'] as const;
  const token = await createToken(v1.site, v1.site.token, { scopes });
  const one = await v1.ask('POST /links', { body: dated('tokens'), ...keyed('shared') });
  const two = await v1.ask('POST /links', { body: dated('tokens'), ...keyed('shared'), token });
  expect([one.status, two.status, await countLinks('tokens')]).toEqual([201, 201, 2]);
});

test('a refused call leaves its key free', async () => {
  const body = { ...dated('refused'), domain: 'later.example' };
  expect((await v1.ask('POST /links', { body, ...keyed('free') })).status).toBe(400);
  const again = await v1.ask('POST /links', { body: dated('refused'), ...keyed('free') });
  expect(again.status).toBe(201);
});

test.each([
  ['more than 64 characters', 'k'.repeat(65)],
  ['a blank', 'a b'],
  ['nothing', ''],
])('a key of %s is refused', async (_, key) => {
  const { status, body } = await v1.ask('POST /links', { body: dated('bad'), ...keyed(key) });
  expect([status, body['issues']]).toMatchObject([400, [{ field: 'Idempotency-Key' }]]);
});

test('of calls with one key at once, one runs', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      v1.ask('POST /links', { body: dated('race'), ...keyed('race') }),
    ),
  );
  expect(await countLinks('race')).toBe(1);
  const made = answers.filter(({ status }) => status === 201);
  const busy = answers.filter(({ status }) => status === 409);
  expect([made.length > 0, made.length + busy.length]).toEqual([true, 20]);
  expect(new Set(made.map(({ body }) => body['id'])).size).toBe(1);
  for (const { body, headers } of busy) {
    expect([body['type'], headers.get('retry-after')]).toEqual(['urn:brisk:problem:key-busy', '1']);
  }
});

describe('a call whose server was killed', () => {
  test('before it changed anything runs again', async () => {
    const first = await v1.ask('POST /links', { body: dated('early'), ...keyed('early') });
    await v1.ask(`DELETE /links/${String(first.body['id'])}`);
    await changeCall('early', { ...interrupted, has_changed: 0, code: '' });
    const again = await v1.ask('POST /links', { body: dated('early'), ...keyed('early') });
    expect([again.status, again.body['id'] === first.body['id']]).toEqual([201, false]);
    expect(await countLinks('early')).toBe(1);
  });

  test('after it made a link has the same answer', async () => {
    const first = await v1.ask('POST /links', { body: dated('late'), ...keyed('late') });
    for (const _ of [1, 2]) {
      await changeCall('late', interrupted);
      const again = await v1.ask('POST /links', { body: dated('late'), ...keyed('late') });
      expect(whole(again)).toEqual(whole(first));
    }
    expect(await countLinks('late')).toBe(1);
  });

  test('after it changed or deleted a link has the same answer', async () => {
    const [id = 0] = await v1.create(dated('changed'));
    const patch = () =>
      v1.ask(`PATCH /links/${id}`, { body: { title: 'kept' }, ...keyed('patched') });
    const changed = await patch();
    await changeCall('patched', interrupted);
    expect(whole(await patch())).toEqual(whole(changed));
    await v1.ask(`DELETE /links/${id}`, keyed('deleted'));
    await changeCall('deleted', interrupted);
    expect((await v1.ask(`DELETE /links/${id}`, keyed('deleted'))).status).toBe(204);
  });

  test('after it changed many links does not run again', async () => {
    const body = { links: [dated('many'), dated('many')] };
    await v1.ask('POST /links/many', { body, ...keyed('many') });
    await changeCall('many', interrupted);
    const again = await v1.ask('POST /links/many', { body, ...keyed('many') });
    expect([again.status, again.body['type']]).toEqual([409, 'urn:brisk:problem:key-lost']);
    expect(await countLinks('many')).toBe(2);
  });
});

test('a key is free after 24 hours, and its answer is deleted', async () => {
  const first = await v1.ask('POST /links', { body: dated('old'), ...keyed('old') });
  await changeCall('old', { begun_at: nowSeconds() - 24 * 3600 });
  const again = await v1.ask('POST /links', { body: dated('old'), ...keyed('old') });
  expect([again.status, again.body['id'] === first.body['id']]).toEqual([201, false]);
  const keys = await inDatabase(v1.site, async (engine) => {
    await changeCall('old', { begun_at: nowSeconds() - 24 * 3600 });
    await deleteOldCalls(engine, nowSeconds());
    return engine.db.selectFrom('keyed_call').select('key').execute();
  });
  expect(keys.map(({ key }) => key)).not.toContain('old');
  expect(keys.length).toBeGreaterThan(0);
});
