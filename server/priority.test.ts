import { expect, test } from 'bun:test';
import { join } from 'node:path';

const LOWERED = `
  import { existsSync, readdirSync, readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { lowerPriority } from '${join(import.meta.dir, 'priority.ts')}';
  lowerPriority(7);
  const threads = readdirSync('/proc/self/task');
  const niceness = threads.map((thread) => getPriority(Number(thread)));
  const told = threads.map((thread) => '/proc/self/task/' + thread + '/sched').filter(existsSync);
  const slices = told.flatMap((file) => /^se.slice +: +(\\d+)/m.exec(readFileSync(file))?.[1] ?? []);
  console.log(JSON.stringify({ niceness, slices }));
`;

test.if(process.platform === 'linux')(
  'each thread of a process that lowers its priority is as nice as it says, and has longer slices',
  async () => {
    const child = Bun.spawn([process.execPath, '-e', LOWERED], { stdout: 'pipe' });
    const { niceness, slices } = (await child.stdout.json()) as Record<string, unknown[]>;
    expect(new Set(niceness)).toEqual(new Set([7]));
    // Not every system tells of slices; where one does, they are those that were asked for.
    expect(new Set(slices).isSubsetOf(new Set(['6000000']))).toBe(true);
  },
);
