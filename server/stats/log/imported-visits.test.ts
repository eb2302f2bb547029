import { expect, test } from 'bun:test';
import { readLog } from '../../../tests/support/statistics/read-log.ts';
import { seedLinks } from '../../../tests/support/statistics/seed.ts';
import { openStatsSite, storeVisits } from '../../../tests/support/statistics/stats-log.ts';
import { addNodeCounts } from '../../clicks/counts.store.ts';
import type { Engine } from '../../engine/engine.ts';
import { AGENT_RULES, type AgentRules } from '../classify/agents/agent.ts';
import { deleteNodeBatches, insertBatches } from '../ingest/click-batches.store.ts';
import { ForeignVisits, type ForeignVisit } from '../ingest/foreign-visits.ts';
import { VisitRecorder } from '../ingest/visit-recorder.ts';
import { DAY_SECONDS, QUARTER_SECONDS } from '../quarter.ts';
import { MaintainLog } from './maintain-log.ts';

const NODE = 'import-7-1';
const START = 20_000 * DAY_SECONDS;
const NOW = START + 10 * DAY_SECONDS;
const KEEP_DAYS = 30;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const visit = (more: Partial<ForeignVisit> = {}): ForeignVisit => ({
  linkId: 1,
  time: START + 100,
  count: 1,
  domain: '',
  userAgent: FIREFOX,
  ...more,
});

const page = (name: string) => ({ referrer: `https://r.example/${name}`, city: name });

async function storeForeign(engine: Engine, visits: readonly ForeignVisit[]): Promise<void> {
  const foreign = await ForeignVisits.open(engine, NOW, KEEP_DAYS);
  for (const one of visits) foreign.add(one);
  await engine.write((tx) => insertBatches(tx, foreign.takeBatches(NODE)));
}

/** The next version takes Firefox for a bot. */
const newRules: AgentRules = {
  version: AGENT_RULES.version + 1,
  read: (text) =>
    text === FIREFOX
      ? { class: 'bot', browser: 'Fox', system: '', device: '' }
      : AGENT_RULES.read(text),
};

test('what the source says of a visit without a user agent is kept', async () => {
  await using site = await openStatsSite();
  const kutt = { userAgent: '', isBot: false, browser: 'Chrome', count: 41, country: 'DE' };
  await storeForeign(site.engine, [
    visit(kutt),
    visit({ userAgent: '', isBot: true, linkId: 2 }),
    visit({
      userAgent: '',
      linkId: 3,
      city: 'Köln',
      country: 'xx',
      referrer: 'https://é.example/ü',
    }),
  ]);
  const rows = await readLog(site.engine);
  expect(rows.map((row) => [row.linkId, row.class, row.clicks])).toEqual([
    [1, 0, 41],
    [2, 3, 1],
    [3, 3, 1],
  ]);
  expect(rows[0]!.texts).toMatchObject({ browser: 'Chrome', country: 'DE', agent: '' });
  expect(rows[2]!.texts).toMatchObject({ country: '', city: 'Köln', referrer: 'xn--9ca.example' });
  for (const { state, visitor } of rows) expect([state, visitor]).toEqual(['sealed', null]);
});

test('old visits are kept as sums without user agent, page and city', async () => {
  await using site = await openStatsSite();
  const old = START - (KEEP_DAYS - 9) * DAY_SECONDS;
  await storeForeign(site.engine, [
    visit({ time: old, ...page('a') }),
    visit({ time: old + QUARTER_SECONDS - 1, ...page('b') }),
    visit({ time: old + QUARTER_SECONDS, ...page('b') }),
    visit({ time: old + DAY_SECONDS * 2, ...page('b') }),
  ]);
  const rows = await readLog(site.engine);
  expect(rows.map((row) => [row.state, row.time, row.clicks, row.texts['page']])).toEqual([
    ['reduced', old, 2, ''],
    ['reduced', old + QUARTER_SECONDS, 1, ''],
    ['sealed', old + DAY_SECONDS * 2, 1, 'r.example/b'],
  ]);
  expect(rows[0]!.texts).toMatchObject({ agent: '', city: '', browser: 'Firefox' });
});

test('maintenance keeps the visits of an import apart, and counts new bots for its undo', async () => {
  await using site = await openStatsSite();
  const { engine, warehouse } = site;
  await seedLinks(engine, [{ id: 1, short_url: 'a', clicks: 4 }]);
  await engine.db
    .insertInto('import_link')
    .values({ node: NODE, code: 'a', link_id: 1, clicks: 3, details: 3, former_last_click: 0 })
    .execute();
  const own = { linkId: 1, time: (START + 200) * 1000, userAgent: FIREFOX, address: '203.0.1' };
  const none = { referrer: '', language: '', query: '', country: '', target: '', domain: '' };
  await storeVisits(engine, new VisitRecorder(engine), [
    { ...own, ...none, asksNotToBeTracked: false },
  ]);
  for (let part = 0; part < 3; part += 1) await storeForeign(engine, [visit()]);
  await new MaintainLog({
    engine,
    warehouse,
    rules: newRules,
    changeCounts: (tx, counts, node) => addNodeCounts(engine, tx, counts, node),
    keepDays: KEEP_DAYS,
    clock: () => NOW,
    onError(error) {
      throw error;
    },
  }).run();
  const batches = await engine.db.selectFrom('click_batch').select(['node', 'state']).execute();
  expect(batches.map(({ node, state }) => `${node} ${state}`).sort()).toEqual([
    ' sealed',
    `${NODE} sealed`,
  ]);
  const link = await engine.db.selectFrom('click_count').selectAll().executeTakeFirstOrThrow();
  expect(link).toMatchObject({ clicks: 4, bots: 4, last_clicked_at: 0 });
  const counted = await engine.db.selectFrom('import_link').selectAll().executeTakeFirstOrThrow();
  expect(counted.non_human).toBe(3);
  const count = () =>
    warehouse.read(({ db }) =>
      db.all(
        `select sum(clicks)::double as clicks, sum(site_visitors)::double as people from click`,
      ),
    );
  expect(await count()).toEqual([{ clicks: 4, people: 1 }]);
  expect(await engine.write((tx) => deleteNodeBatches(tx, NODE, 1))).toBe(true);
  expect(await engine.write((tx) => deleteNodeBatches(tx, NODE, 1))).toBe(false);
  expect(await count()).toEqual([{ clicks: 1, people: 1 }]);
});
