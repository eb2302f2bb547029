import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OTHER } from '../../contracts/stats.ts';
import { readWholeSum } from '../../tests/day-sum.ts';
import { readVisit } from '../../tests/read-visit.ts';
import { openTestEngine } from '../../tests/test-engine.ts';
import type { Engine } from '../engine/engine.ts';
import { PERSON } from './classes.ts';
import { valueKey } from './day-sum.ts';
import { selectSums } from './day-sums.store.ts';
import { factKinds, factsMax, numberOf, VALUES_MAX, type FactKind } from './fact-kinds.ts';
import { Facts } from './facts.ts';
import { SITE_ID } from './record-visits.ts';
import { VisitRecorder } from './visit-recorder.ts';
import { Visits } from './visits.ts';

const DAY_MS = 86_400_000;
const START = 20_000 * DAY_MS;

let dataDir: string;
let engine: Engine;
beforeEach(async () => {
  setSystemTime(START);
  dataDir = mkdtempSync(join(tmpdir(), 'brisk-facts-'));
  engine = await openTestEngine(dataDir);
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
  setSystemTime();
});

const say = (facts: Facts, kind: FactKind, texts: readonly string[]) =>
  facts.say(kind, { class: PERSON, texts });

/** The values of a referrer's fact. */
function sayReferrer(facts: Facts, host: string, page = ''): string[] {
  return say(facts, 'referrer', [host, page]).values.map(({ text }) => text);
}

/** Comes from so many hosts that nobody has. */
function flood(facts: Facts, name: string, hosts = 2 * VALUES_MAX): void {
  for (let host = 0; host < hosts; host += 1) sayReferrer(facts, `${name}${host}.example`);
}

/** How many hosts are stored. */
async function countHosts(): Promise<number> {
  const rows = await engine.db
    .selectFrom('click_value')
    .select('id')
    .where('dimension', '=', numberOf('referrer'))
    .execute();
  return rows.length;
}

test('invented hosts take half of the room in a day, and real ones find some on the next', async () => {
  const facts = await Facts.open(engine);
  sayReferrer(facts, 'known.example');
  let stored = 0;
  for (let day = 0; day < 6; day += 1) {
    setSystemTime(START + day * DAY_MS);
    expect(sayReferrer(facts, `real${day}.example`)).toEqual([`real${day}.example`, '']);
    flood(facts, `day${day}-`);
    expect(sayReferrer(facts, 'late.example')).toEqual([OTHER, '']);
    expect(sayReferrer(facts, 'late.example', 'late.example/page')).toEqual([OTHER, OTHER]);
    expect(sayReferrer(facts, 'known.example')).toEqual(['known.example', '']);
    await facts.save();
    const before = stored;
    stored = await countHosts();
    // And once the value that is other.
    expect(stored - before).toBeLessThanOrEqual((VALUES_MAX - before) / 2 + 1);
    if (day === 0) expect(stored).toBeGreaterThan(4000);
  }
  setSystemTime(START + 6 * DAY_MS);
  expect(sayReferrer(facts, 'late.example')).toEqual(['late.example', '']);
});

test('who is opened anew has no new room on the same day, on the next one it has', async () => {
  const facts = await Facts.open(engine);
  flood(facts, 'a');
  await facts.save();
  const stored = await countHosts();
  for (const hour of [0, 23]) {
    setSystemTime(START + hour * 3_600_000);
    const anew = await Facts.open(engine);
    flood(anew, 'b');
    await anew.save();
    expect(await countHosts()).toBe(stored);
  }
  setSystemTime(START + DAY_MS);
  expect(sayReferrer(await Facts.open(engine), 'b1.example')).toEqual(['b1.example', '']);
});

test('days that alternate, as clocks of nodes do at midnight, bring no new room', async () => {
  const nodes = [await Facts.open(engine), await Facts.open(engine)] as const;
  for (let turn = 0; turn < 6; turn += 1) {
    setSystemTime(START + DAY_MS + (turn % 2 === 0 ? 1 : -1));
    const node = nodes[turn % 2]!;
    flood(node, `turn${turn}-`);
    await node.save().catch(() => undefined);
  }
  expect(await countHosts()).toBeLessThanOrEqual(VALUES_MAX / 2 + 1);
});

test('of two that take the room at the same time, one must read again what visits say', async () => {
  const [one, other] = [await Facts.open(engine), await Facts.open(engine)];
  flood(one, 'one');
  flood(other, 'other');
  await one.save();
  expect(await other.save().catch(String)).toContain('others have taken the room');
  await other.save();
  expect(other.losses).toBe(1);
  expect(sayReferrer(other, 'other1.example')).toEqual([OTHER, '']);
  expect(sayReferrer(other, 'one1.example')).toEqual(['one1.example', '']);
  await other.save();
  expect(other.losses).toBe(1);
  expect(await countHosts()).toBeLessThanOrEqual(VALUES_MAX / 2 + 1);
});

test('what was read without knowing who came first today is not stored on top of it', async () => {
  const [one, other] = [await Facts.open(engine), await Facts.open(engine)];
  flood(one, 'one');
  await one.save();
  // It takes what there is for what the day began with.
  await other.refresh();
  flood(other, 'other');
  expect(await other.save().catch(String)).toContain('others have taken the room');
  await other.save();
  expect(await countHosts()).toBeLessThanOrEqual(VALUES_MAX / 2 + 1);
});

test('where there is no room for a detail, the rest is said, as long as it is known or has room', async () => {
  const facts = await Facts.open(engine);
  for (let page = 0; page < 2 * VALUES_MAX; page += 1) {
    sayReferrer(facts, 'known.example', `known.example/${page}`);
  }
  expect(sayReferrer(facts, 'known.example', 'known.example/new')).toEqual([
    'known.example',
    OTHER,
  ]);
  expect(sayReferrer(facts, 'new.example', 'new.example/new')).toEqual(['new.example', OTHER]);
  expect(sayReferrer(facts, 'new.example')).toEqual(['new.example', '']);
});

test('user agents beyond the room are kept as what they mean', async () => {
  const facts = await Facts.open(engine);
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';
  const said = facts.get('agent', chrome).values;
  for (let agent = 0; agent < factsMax.agent; agent += 1)
    facts.get('agent', `${chrome} X/${agent}`);
  await facts.save();
  const agents = facts.all('agent').length - 1;
  expect(agents).toBe(factsMax.agent / 2 + 1);
  expect(facts.get('agent', `${chrome} X/new`).values).toEqual(said);
});

test('there are never more languages than their numbers in a detail can name', async () => {
  const facts = await Facts.open(engine);
  for (let day = 0; day < 20; day += 1) {
    setSystemTime(START + day * DAY_MS);
    for (let text = 0; text < 1000; text += 1) say(facts, 'language', [`${day} ${text}`]);
    await facts.save();
  }
  expect(facts.known[factKinds.indexOf('language')]).toBeLessThan(256);
});

test('sums agree when most of what came had no room', async () => {
  const clicks = 2 * VALUES_MAX;
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const recorder = new VisitRecorder(engine);
  const open = await recorder.open();
  const visits = new Visits();
  const said = { address: '203.0.1', userAgent, language: '', query: '', country: '' };
  for (let click = 0; click < clicks; click += 1) {
    const referrer = `https://host${click}.example/page`;
    const visit = { linkId: 1, time: START, asksNotToBeTracked: false, referrer, ...said };
    visits.add(readVisit(open, visit));
  }
  const batch = await open.prepare(visits);
  await engine.write((tx) => batch.store(tx));
  const sums = await engine.write((tx) => selectSums(engine, tx, START / DAY_MS, [SITE_ID]));
  const sum = readWholeSum(sums.get(SITE_ID)!);
  expect(sum.clicks).toBe(clicks);
  const facts = await recorder.openFacts();
  for (const dimension of ['referrer', 'page'] as const) {
    const number = numberOf(dimension);
    const other = valueKey(number, facts.values.idOf(dimension, OTHER)!);
    const counts = [...sum.byValue].filter(([key]) => key % 16 === number);
    expect(counts.reduce((total, [, count]) => total + count, 0)).toBe(clicks);
    expect(new Map(counts).get(other)).toBe(clicks - VALUES_MAX / 2);
  }
});
