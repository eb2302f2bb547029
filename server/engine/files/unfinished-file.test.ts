import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameUnfinished } from './unfinished-file.ts';

test('what killed processes left beside a file is removed, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brisk-unfinished-'));
  const old = new Date(Date.now() - 25 * 3600 * 1000);
  const add = (name: string, time = old): void => {
    writeFileSync(join(folder, name), 'x');
    utimesSync(join(folder, name), time, time);
  };
  const kept = ['links.json', 'links.json.part', 'links.json.1x.part', 'my-links.json.12.part'];
  for (const name of kept) add(name);
  add('links.json.12.part');
  add('links.json.12.part-journal');
  add('links.json.13.part', new Date());
  add(`links.json.${process.pid}.part`, new Date());
  const left = join(folder, 'links.json.14.part');
  mkdirSync(left);
  writeFileSync(join(left, 'clicks'), 'x');
  utimesSync(left, old, old);

  const path = join(folder, 'links.json');
  expect(nameUnfinished(path)).toBe(`${path}.${process.pid}.part`);
  expect(readdirSync(folder).toSorted()).toEqual([...kept, 'links.json.13.part'].toSorted());
  rmSync(folder, { recursive: true });
});

test('a missing folder is reported by the writer, not here', () => {
  const path = join(tmpdir(), 'brisk-nowhere', 'links.json');
  expect(nameUnfinished(path)).toBe(`${path}.${process.pid}.part`);
});
