import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEngine } from '../../../tests/test-engine.ts';
import { decodeTopLinks } from '../../../tests/top-links.ts';
import { insertRows } from '../../engine/change-rows.ts';
import { NumberWriter } from '../numbers.ts';
import { OpenPeople } from './open-people.ts';
import { OpenTops } from './open-tops.ts';

const DAY = 20_000;

/** The sum of a link whose people alone matter. */
function bodyOf(people: number): Uint8Array {
  const writer = new NumberWriter();
  for (const number of [people, people, 0, 0, 0]) writer.write(number);
  return writer.take();
}

test('the top of a day is used for twenty times as long as it took, and ten seconds at most', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-open-tops-'));
  const engine = await openTestEngine(dataDir);
  let now = 0;
  let took = 100;
  const tops = new OpenTops(new OpenPeople(), () => (now += took) - took);
  const visit = (linkId: number) =>
    engine.write((tx) =>
      insertRows(tx, 'click_sum (day, link_id, body)', [[DAY, linkId, bodyOf(linkId)]]),
    );
  const read = async () => decodeTopLinks(await tops.read(engine, DAY)).map(({ linkId }) => linkId);
  await visit(1);
  expect(await read()).toEqual([1]);
  await visit(2);
  now = 100 + 20 * 100 - 1;
  expect(await read()).toEqual([1]);
  now = 100 + 20 * 100;
  took = 9000;
  const found = now + took;
  expect(await read()).toEqual([2, 1]);
  await visit(3);
  now = found + 10_000 - 1;
  expect(await read()).toEqual([2, 1]);
  now = found + 10_000;
  expect(await read()).toEqual([3, 2, 1]);
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
