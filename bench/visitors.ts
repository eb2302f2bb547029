import { percentile } from './measure.ts';

/** How long visitors waited for their redirects, in milliseconds. */
export interface Waits {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** How many visitors there were. */
  readonly visits: number;
}

/** Visitors who come at a steady rate. */
export interface Visitors extends Disposable {
  /** How long those waited who came since the last call. */
  read(): Promise<Waits>;
}

/** Lets `rate` visitors a second come to these links in turn, from a process of their own. */
export function startVisitors(
  urls: readonly string[],
  rate: number,
  pin: (command: readonly string[]) => string[] = (command) => [...command],
): Visitors {
  let tell: (times: number[]) => void;
  const command = [process.execPath, 'bench/visits.ts', String(rate), ...urls];
  const visitors = Bun.spawn(pin(command), {
    ipc: (times: number[]) => tell(times),
    stdout: 'inherit',
    stderr: 'inherit',
  });
  const ended = visitors.exited.then((code): never => {
    throw new Error(`the visitors ended with ${code}`);
  });
  ended.catch(() => undefined);
  return {
    async read() {
      const heard = new Promise<number[]>((resolve) => {
        tell = resolve;
        visitors.send('read');
      });
      const times = await Promise.race([heard, ended]);
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
