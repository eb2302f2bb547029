import { describe, expect, test } from 'bun:test';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { targets } from '../scripts/build-targets.ts';
import { listSuites } from '../scripts/tests/test-suites.ts';
import packageJson from '../package.json' with { type: 'json' };

const step = z.strictObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const permissions = z.record(z.string(), z.enum(['read', 'write']));
/** The used part of GitHub's workflow syntax. */
const job = z.strictObject({
  uses: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  strategy: z
    .strictObject({
      matrix: z.strictObject({
        include: z.array(
          z.union([
            z.strictObject({ target: z.string(), runner: z.string() }),
            z.strictObject({ runner: z.string() }),
            z.strictObject({ suites: z.string(), image: z.string().optional() }),
          ]),
        ),
      }),
      'fail-fast': z.boolean().optional(),
    })
    .optional(),
  'runs-on': z.string().optional(),
  container: z.string().optional(),
  'timeout-minutes': z.int().optional(),
  permissions: permissions.optional(),
  steps: z.array(step).default([]),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions,
  concurrency: z.record(z.string(), z.unknown()).optional(),
  jobs: z.record(z.string(), job),
});

const files = globSync('.github/workflows/*.yml');
const read = (file: string) => workflow.parse(Bun.YAML.parse(readFileSync(file, 'utf8')));

describe.each(files)('%s', (file) => {
  const { jobs, permissions: own } = read(file);
  const steps = Object.values(jobs).flatMap((each) => each.steps);

  test('may only read the code, and a job names what else it needs', () => {
    expect(own).toEqual({ contents: 'read' });
  });

  test('uses actions by the hash of a commit, with the version beside it', () => {
    const text = readFileSync(file, 'utf8');
    const uses = [...text.matchAll(/uses: (.+)$/gm)].map(([, name]) => name!);
    for (const name of uses.filter((each) => !each.startsWith('./'))) {
      expect(name).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test('calls scripts and jobs that exist', () => {
    const runs = steps.flatMap(({ run }) => run ?? []);
    for (const [, name] of runs.join('\n').matchAll(/npm run (?:--silent )?([\w-]+)/g)) {
      expect(Object.keys(packageJson.scripts)).toContain(name!);
    }
    for (const { uses = '', needs = [] } of Object.values(jobs)) {
      if (uses !== '') expect(existsSync(uses)).toBe(true);
      for (const name of [needs].flat()) expect(Object.keys(jobs)).toContain(name);
    }
  });

  test('no text from outside is part of a shell command', () => {
    for (const { run = '' } of steps) {
      for (const [, value] of run.matchAll(/\$\{\{ *(.+?) *\}\}/g)) {
        expect(value).toMatch(/^matrix\./);
      }
    }
  });
});

test('pull requests run every suite of `npm test` once, after the fast job', () => {
  const { jobs } = read('.github/workflows/test.yml');
  const { strategy, needs, steps } = jobs['suites']!;
  const run = strategy!.matrix.include.flatMap((row) =>
    ('suites' in row ? row.suites : '').split(' '),
  );
  // The fast job checks types, lint and format.
  expect(['check', ...run].sort()).toEqual(
    listSuites('short')
      .map(({ name }) => name)
      .sort(),
  );
  expect(needs).toBe('fast');
  expect(steps.map(({ run }) => run)).toContain('npm test ${{ matrix.suites }}');
});

test('everything runs each night and before a release', () => {
  const { on, jobs } = read('.github/workflows/test-all.yml');
  expect(Object.keys(on)).toContain('schedule');
  const { steps, strategy } = jobs['all']!;
  expect(steps.map(({ run }) => run)).toContain('npm run test:all ${{ matrix.suites }}');
  expect(strategy!.matrix.include).toContainEqual({ image: 'node:24-trixie', suites: '' });
  const { jobs: release } = read('.github/workflows/release.yml');
  expect(release['test']!.uses).toBe('./.github/workflows/test-all.yml');
});

test('a release builds only known platforms', () => {
  const { jobs } = read('.github/workflows/release.yml');
  const built = jobs['executable']!.strategy!.matrix.include.flatMap((row) =>
    'target' in row ? row.target : [],
  );
  expect(built).toEqual(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);
  expect(targets).toEqual(expect.arrayContaining(built));
});

/** The tags that the release gives to its image, when these versions are released. */
function tagImage(tag: string, versions: readonly string[]): string[] {
  const { steps } = read('.github/workflows/release.yml').jobs['image']!;
  const build = steps.find(({ run }) => run?.includes('buildx build'))!.run!;
  const tags = versions.map((version) => `0 refs/tags/v${version}`).join('\\n');
  const programs = `docker() { printf '%s\\n' "$@"; }; git() { printf '${tags}\\n'; }`;
  const script = `set -e; ${programs}\n${build}`;
  const env = { PATH: process.env['PATH']!, REPOSITORY: 'brisk', TAG: tag };
  const { stdout } = Bun.spawnSync(['sh', '-c', script], { env });
  return [...stdout.toString().matchAll(/^ghcr\.io\/brisk:(.+)$/gm)].map(([, name]) => name!);
}

test('the image of the newest version of a series has its name, a candidate only its own', () => {
  const versions = ['1.2.2', '1.2.3', '1.10.0', '2.0.0', '2.0.1-rc.1'];
  expect(tagImage('v2.0.0', versions)).toEqual(['2.0.0', '2.0', '2', 'latest']);
  expect(tagImage('v1.10.0', versions)).toEqual(['1.10.0', '1.10', '1']);
  expect(tagImage('v1.2.3', versions)).toEqual(['1.2.3', '1.2']);
  expect(tagImage('v1.2.2', versions)).toEqual(['1.2.2']);
  expect(tagImage('v2.0.1-rc.1', versions)).toEqual(['2.0.1-rc.1']);
});

test('an index names each page of the docs once', () => {
  for (const folder of ['docs', 'docs/decisions']) {
    const index = readFileSync(`${folder}/README.md`, 'utf8');
    const named = [...index.matchAll(/^\d+\. \[.+?\]\(([\w-]+\.md)\)/gm)].map(([, page]) => page!);
    const pages = globSync('*.md', { cwd: folder }).filter((page) => page !== 'README.md');
    expect(named.toSorted()).toEqual(pages.toSorted());
  }
});

function printNotes(version: string) {
  return Bun.spawnSync([process.execPath, 'scripts/release-notes.ts', version]);
}

test('the release notes are the CHANGELOG section of the version', () => {
  expect(printNotes('0.0.1').exitCode).toBe(1);
  const { exitCode, stdout } = printNotes(packageJson.version);
  expect([exitCode, stdout.toString()]).toEqual([0, expect.stringMatching(/\S/)]);
  expect(stdout.toString()).not.toContain('\n## ');
});

const field = z.strictObject({
  type: z.enum(['markdown', 'textarea', 'input', 'dropdown']),
  id: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()),
  validations: z.strictObject({ required: z.boolean() }).optional(),
});
const form = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z.array(field).nonempty(),
});

test.each(['bug', 'idea'])('the form %s has fields with unique labels and names', (name) => {
  const text = readFileSync(`.github/ISSUE_TEMPLATE/${name}.yml`, 'utf8');
  const fields = form.parse(Bun.YAML.parse(text)).body.filter(({ type }) => type !== 'markdown');
  for (const { attributes } of fields) expect(attributes['label']).toBeString();
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
});
