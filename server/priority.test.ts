import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestProcess } from '../tests/journeys/test-process.ts';

const isLinux = process.platform === 'linux';
/** Whether this system has slices per thread. */
const hasSlices =
  isLinux && Bun.semver.order(release(), '6.12.0') >= 0 && existsSync('/proc/1/sched');

/** The niceness of this process, which those that it starts inherit. */
const OWN_NICENESS = getPriority();
/** Only root may raise a priority, and not everywhere. */
const mayRaise =
  isLinux &&
  Bun.spawnSync(['nice', '-n', String(-5 - OWN_NICENESS), 'nice']).stdout.toString() === '-5\n';

/** In nanoseconds. */
interface Slices {
  readonly usual: string;
  readonly main: string;
  readonly others: string[];
  readonly ofChild: string;
  readonly niceness: number[];
}

async function measureSlices(change: string, command: readonly string[] = []): Promise<Slices> {
  const script = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { lowerPriority, wakeSooner } from '${join(import.meta.dir, 'priority.ts')}';
    const sliceOf = (thread) =>
      ${hasSlices} ? /^se.slice +: +(\\d+)/m.exec(readFileSync('/proc/' + thread + '/sched'))[1] : '';
    const usual = sliceOf(process.pid);
    ${change};
    const threads = readdirSync('/proc/self/task').map(Number);
    const others = threads.filter((thread) => thread !== process.pid).map(sliceOf);
    const child = Bun.spawn(['sleep', '60']);
    const ofChild = sliceOf(child.pid);
    child.kill();
    const niceness = threads.map((thread) => getPriority(thread));
    console.log(JSON.stringify({ usual, main: sliceOf(process.pid), others, ofChild, niceness }));
  `;
  const child = Bun.spawn([...command, process.execPath, '-e', script], { stdout: 'pipe' });
  return (await child.stdout.json()) as Slices;
}

test.if(isLinux)(
  'lowerPriority sets the niceness of every thread and lengthens its slices',
  async () => {
    // A priority may only be lowered; 19 is the lowest.
    const nice = Math.min(19, Math.max(1, OWN_NICENESS + 2));
    const { main, others, niceness } = await measureSlices(`lowerPriority(${nice})`);
    expect(new Set(niceness)).toEqual(new Set([nice]));
    expect(new Set([main, ...others])).toEqual(new Set([hasSlices ? '6000000' : '']));
  },
);

test.if(isLinux)(
  "wakeSooner shortens only the main thread's slices and keeps the niceness",
  async () => {
    const { usual, main, others, ofChild, niceness } = await measureSlices('wakeSooner()');
    expect(new Set(niceness)).toEqual(new Set([OWN_NICENESS]));
    if (OWN_NICENESS >= 0) expect(main).toBe(hasSlices ? '100000' : '');
    expect(new Set([...others, ofChild])).toEqual(new Set([usual]));
  },
);

test.if(hasSlices && mayRaise)('a process with a raised priority keeps its slices', async () => {
  const raise = ['nice', '-n', String(-5 - OWN_NICENESS)];
  const { usual, main, niceness } = await measureSlices('wakeSooner()', raise);
  expect(new Set(niceness)).toEqual(new Set([-5]));
  expect(main).toBe(usual);
});

test.if(hasSlices)('a process with another scheduler keeps it and its slices', async () => {
  const { usual, main } = await measureSlices('wakeSooner()', ['chrt', '--batch', '0']);
  expect(main).toBe(usual);
});

test.if(hasSlices)('the server and each of its workers wake sooner', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-priority-'));
  {
    await using server = await TestProcess.start(dataDir, { WORKERS: '2' });
    expect(server.workers).toHaveLength(1);
    for (const pid of [server.pid, ...server.workers]) {
      const isShort = /^se\.slice +: +100000$/m.test(readFileSync(`/proc/${pid}/sched`, 'utf8'));
      // A raised priority stays as it is.
      expect(isShort).toBe(OWN_NICENESS >= 0);
    }
  }
  rmSync(dataDir, { recursive: true });
});
