import { expect, test } from 'bun:test';
import { startHeartbeat, ProcessWatch } from './heartbeat.ts';

const SILENCE_LIMITS = { idleMs: 1500, busyMs: 1500, starvedMs: 1500 };

async function watch(command: string[], signal?: 'SIGSTOP'): Promise<string> {
  await using process = Bun.spawn(command, { stdout: 'ignore' });
  if (signal !== undefined) process.kill(signal);
  const { promise, resolve } = Promise.withResolvers<string>();
  const watch = new ProcessWatch({ pid: process.pid, limits: SILENCE_LIMITS, onHang: resolve });
  const reason = await promise;
  expect(watch.silentMs).toBeGreaterThanOrEqual(1500);
  process.kill('SIGKILL');
  return reason;
}

test('a process that waits forever counts as hung', async () => {
  expect(await watch(['sleep', '60'])).toMatch(/^process \d+ has been silent for 1.5 s \(idle\)$/);
});

test('a process in an endless loop counts as hung', async () => {
  expect(await watch(['sh', '-c', 'while :; do :; done'])).toMatch(
    /\((busy|waiting for the machine)\)$/,
  );
});

test('a stopped process counts as hung after 4 s, whatever the other limits', async () => {
  expect(await watch(['sleep', '60'], 'SIGSTOP')).toMatch(/silent for 4 s \(stopped\)$/);
}, 300_000);

test('a process that just sent a heartbeat is not silent', () => {
  const watch = new ProcessWatch({
    pid: process.pid,
    limits: SILENCE_LIMITS,
    onHang: () => undefined,
  });
  let beats = 0;
  startHeartbeat(() => {
    beats += 1;
    watch.noteHeartbeat();
  });
  expect([beats, watch.silentMs]).toEqual([1, 0]);
  watch.close();
});
