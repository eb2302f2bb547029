import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { DRAWINGS, readDrawings } from '../scripts/tabler-icons.ts';

test('the page has the drawings of all icons that it shows', async () => {
  const drawings = JSON.parse(readFileSync(DRAWINGS, 'utf8')) as object;
  // `sh scripts/bun --dev scripts/tabler-icons.ts` writes them.
  expect(drawings).toEqual(await readDrawings());
  expect(Object.keys(drawings).length).toBeGreaterThan(50);
});
