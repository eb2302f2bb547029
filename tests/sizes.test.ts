import { expect, test } from 'bun:test';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { roomOf } from './support/project/rooms.ts';
import { measureSource, readSourceFiles } from './support/project/source-files.ts';

const COMMENTS_MAX = 0.06;
/** Lines that the smallest room may have, too. */
const COMMENTS_FEW = 4;
const FUNCTION_MAX = 60;
const ROOM_MAX = 5000;
const FOLDER_MAX = 25;
/** Rooms with more comments, which must shrink. */
const commentedRooms = ['server/import', 'server/links', 'server/page-titles'];
/** A test may have more steps than a function. */
const TEST_MAX = 100;

const files = readSourceFiles().map((file) =>
  Object.assign(file, measureSource(file.path, file.text)),
);

/** The longest allowed file. */
function lineLimit(path: string, isTest: boolean): number {
  // One file has all texts of an area, so that translators see them together.
  if (path.startsWith('web/locales/admin-')) return 650;
  // One file has a whole measurement.
  return isTest || /^(?:bench|web\/(?:docs\/)?locales)\//.test(path) ? 400 : 300;
}

test('no file is longer than 300 lines, tests, texts and measurements 400', () => {
  const long = files.filter(({ path, isTest, lines }) => lines > lineLimit(path, isTest));
  expect(long.map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([]);
});

test('half of the files have at most 80 lines, and 95 % at most 250', () => {
  const lengths = files
    .filter(({ isTest, path }) => !isTest && /^(contracts|server|web)\/(?!locales\/)/.test(path))
    .map(({ lines }) => lines)
    .sort((a, b) => a - b);
  expect(lengths.length).toBeGreaterThan(40);
  expect(lengths[Math.floor(lengths.length * 0.5)]).toBeLessThanOrEqual(80);
  expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(250);
});

test(`no folder has more than ${FOLDER_MAX} files`, () => {
  const paths = globSync('{contracts,server,web,bench,scripts,tests}/**/*.*');
  const folders = [...Map.groupBy(paths, dirname)].filter(([, { length }]) => length > FOLDER_MAX);
  expect(folders.map(([folder]) => folder).sort()).toEqual([]);
});

test(`no function is longer than ${FUNCTION_MAX} lines, no test longer than ${TEST_MAX}`, () => {
  const long = files.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines, isTest }) => lines > (isTest ? TEST_MAX : FUNCTION_MAX))
      .map(({ line, lines }) => `${path}:${line}: ${lines} lines`),
  );
  expect(long).toEqual([]);
});

/** Lines of the code without its tests. */
function measureRooms(nameRoom: (path: string) => string) {
  const code = files.filter(({ isTest }) => !isTest);
  return [...Map.groupBy(code, ({ path }) => nameRoom(path))].map(([room, inRoom]) => {
    const lines = inRoom.reduce((sum, file) => sum + file.lines, 0);
    const comments = inRoom.reduce((sum, file) => sum + file.commentLines, 0);
    return {
      room,
      lines,
      comments,
      most: Math.max(COMMENTS_FEW, Math.floor(lines * COMMENTS_MAX)),
    };
  });
}

/** A room; one that is a single file belongs to its folder. */
function folderOfRoom(path: string): string {
  if (/^(?:bench|scripts)\//.test(path)) return path.split('/')[0]!;
  const room = roomOf(path);
  return room === path ? dirname(path) : room;
}

test('no room has more than 5,000 lines of code', () => {
  const rooms = measureRooms(folderOfRoom);
  expect(rooms.length).toBeGreaterThan(50);
  expect(rooms.filter(({ lines }) => lines > ROOM_MAX)).toEqual([]);
});

test('at most 6 % of the lines of code of a room are comments', () => {
  const rooms = measureRooms((path) => folderOfRoom(path).split('/').slice(0, 2).join('/'));
  const commented = rooms.filter(({ comments, most }) => comments > most);
  expect(commented.map(({ room }) => room).sort()).toEqual(commentedRooms);
});

test('measures files, functions and comments', () => {
  const text = [
    '/** One',
    ' * two. */',
    'export function f() {',
    "  return '// none'; // three",
    '}',
    "test.each([1])('x', () => {",
    '  f();',
    '});',
    "describe('y', () => {",
    '  f();',
    '});',
    '',
  ].join('\n');
  expect(measureSource('x.ts', text)).toEqual({
    lines: 11,
    commentLines: 3,
    functions: [
      { line: 3, lines: 3, isTest: false },
      { line: 6, lines: 3, isTest: true },
    ],
  });
});
