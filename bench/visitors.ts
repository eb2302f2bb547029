import { percentile } from './measure.ts';

/** Waiting times for redirects, in milliseconds. */
export interface Waits {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly visits: number;
}

export interface Visitors extends Disposable {
  /** Waiting times of the visits that came after the last call. */
  read(): Promise<Waits>;
}

/** Starts a process that visits these links in turn, `rate` times a second. */
export function startVisitors(
  urls: readonly string[],
  rate: number,
  bind: (command: readonly string[]) => string[] = (command) => [...command],
): Visitors {
  let onTimes: (times: number[]) => void;
  const command = [process.execPath, 'bench/visits.ts', String(rate), ...urls];
  const visitors = Bun.spawn(bind(command), {
    ipc: (times: number[]) => onTimes(times),
    stdout: 'inherit',
    stderr: 'inherit',
  });
  const ended = visitors.exited.then((code): never => {
    throw new Error(`the visitors ended with ${code}`);
  });
  ended.catch(() => undefined);
  return {
    async read() {
      const received = new Promise<number[]>((resolve) => {
        onTimes = resolve;
        visitors.send('read');
      });
      const times = await Promise.race([received, ended]);
      return {
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        longest: percentile(times, 1),
        visits: times.length,
      };
    },
    [Symbol.dispose]: () => visitors.kill(),
  };
}
