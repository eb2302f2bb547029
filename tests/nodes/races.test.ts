import { expect, test } from 'bun:test';
import { createLink } from '../../contracts/links/links.ts';
import { sharedPostgres } from '../postgres/postgres-server.ts';
import { startNodes } from './node.ts';

const CREATES = 200;

/** Creates links at once, alternately on both nodes. */
async function createAtOnce(fields: (index: number) => object): Promise<unknown[]> {
  await using site = await startNodes(2, await (await sharedPostgres()).createDatabase());
  const token = await site.nodes[0]!.caller().signIn();
  const callers = site.nodes.map((node) => node.caller(token));
  return await Promise.all(
    Array.from({ length: CREATES }, (_, index) =>
      callers[index % callers.length]!.call(createLink, { title: 'race', ...fields(index) }),
    ),
  );
}

test('one of 200 creates of one code on two nodes wins', async () => {
  const answers = await createAtOnce((index) => ({
    short_url: 'poster',
    long_url: `https://example.com/${index}`,
  }));
  const won = answers.filter((answer) => (answer as { code: number }).code === 200);
  expect(won).toHaveLength(1);
  const lost = answers.filter((answer) => !won.includes(answer));
  const messages = new Set(lost.map((answer) => (answer as { msg: string }).msg));
  expect([...messages]).toEqual(['short.url.exists']);
}, 300_000);

test('200 creates of one long URL on two nodes make one link', async () => {
  const answers = await createAtOnce(() => ({ long_url: 'https://example.com/one' }));
  const made = answers.map((answer) => (answer as { data: { id: number; is_new: boolean } }).data);
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(made.filter(({ is_new: isNew }) => isNew)).toHaveLength(1);
}, 300_000);
