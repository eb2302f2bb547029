import { describe, expect, test } from 'bun:test';
import { findMissingPrograms, readSources } from '../../scripts/check-programs.ts';
import { listPrograms, testPackages } from '../../scripts/system-packages.ts';

function findMissing(source: string, file = 'tests/x.test.ts'): string[] {
  return findMissingPrograms(new Map([[file, source]]));
}

test('tests, benchmarks and scripts call only programs that a step installs', () => {
  const sources = readSources();
  expect(sources.size).toBeGreaterThan(100);
  expect(findMissingPrograms(sources)).toEqual([]);
});

describe('a program that no step installs is found', () => {
  test.each([
    "Bun.spawn(['jq', '.']);",
    "Bun.spawn(['jq', ...words], { stdout: 'pipe' });",
    "Bun.spawnSync(['jq']);",
    "Bun.spawnSync(['/usr/bin/jq', '.']);",
    "Bun.spawn({ cmd: ['jq'] });",
    "const isThere = Bun.which('jq') !== null;",
    "spawnSync('jq', ['.']);",
    "childProcess.spawn('jq');",
    "execFile('jq', []);",
    "execSync('cat x | jq .');",
    "Bun.spawn(['sh', '-c', 'cat x | jq .']);",
    "Bun.spawn(['sh', '-c', `A=1 jq ${file}`]);",
    "const TEXT = `if [ -e x ]; then jq . x; fi`; Bun.spawn(['sh', '-c', TEXT, 'name']);",
    'await $`jq . ${file}`;',
    'await Bun.$`cat x && jq .`;',
    "const command = ['jq', '.']; Bun.spawn([...command]);",
    "function look(at: string, command: string[]) { Bun.spawn(command); } look('x', ['jq']);",
    "const look = (command: string[]) => Bun.spawn(command); look(['jq']);",
    "class A { static look(command = ['sh']) { Bun.spawn(command); } } A.look(['jq']);",
    "Bun.spawn(pinned(0, ['jq']));",
    "const x = { tools: ['openssl', 'jq'] };",
    "runShell(text, ['curl', 'jq']);",
  ])('%s', (source) => {
    const faults = findMissing(`\n${source}`);
    expect(new Set(faults)).toEqual(
      new Set(['tests/x.test.ts:2: nothing installs jq (see scripts/system-packages.ts)']),
    );
  });

  test('in a test that calls a program that only benchmarks install', () => {
    const source = "Bun.spawn(['wrk', '-c', '1']);";
    expect(findMissing(source)).toHaveLength(1);
    expect(findMissing(source, 'bench/x.ts')).toEqual([]);
  });

  test('in a shell text that the check cannot read', () => {
    expect(findMissing("Bun.spawn(['sh', '-c', text]);")).toEqual([
      'tests/x.test.ts:1: a shell text of another file: use runShell',
    ]);
  });
});

test.each([
  "Bun.spawn(['openssl', 'version']);",
  "Bun.spawn([process.execPath, '-e', 'jq']);",
  "Bun.spawn([`node_modules/.bin/${tool}`, 'jq']);",
  "const words = ['jq', '.'];",
  "Bun.spawn(['sh', '-c', 'cat \"$1\" # jq', 'jq']);",
  "Bun.spawn(['sh', '-c', 'kill -CONT $(cat x); n=$((n + 1))']);",
])('an installed program may be called: %s', (source) => {
  expect(findMissing(source)).toEqual([]);
});

test('a program is known by the package that installs it', () => {
  expect(listPrograms(...testPackages).has('curl')).toBe(true);
  expect(listPrograms().has('curl')).toBe(false);
});
