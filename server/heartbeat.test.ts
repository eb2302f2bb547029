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

test('a process that waits for ever hangs', async () => {
  expect(await watch(['sleep', '60'])).toMatch(/^process \d+ has been silent for 1.5 s \(idle\)$/);
});

test('a process that never comes to an end hangs', async () => {
  expect(await watch(['sh', '-c', 'while :; do :; done'])).toMatch(
    /\((busy|waiting for the machine)\)$/,
  );
});

test('a process that was stopped hangs after 4 s, whatever others are given', async () => {
  expect(await watch(['sleep', '60'], 'SIGSTOP')).toMatch(/silent for 4 s \(stopped\)$/);
}, 10_000);

test('a process that was just heard of is not silent', () => {
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
