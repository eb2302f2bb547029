import { COMMAND } from '../support/brisk-command.ts';

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

/** Starts `brisk link` without a data directory. */
export function spawnLink(args: readonly string[], env: Env, stdin = '') {
  return Bun.spawn([...COMMAND, 'link', ...args], {
    env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', ...env },
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

export async function runLink(args: readonly string[], env: Env, stdin = ''): Promise<Outcome> {
  const child = spawnLink(args, env, stdin);
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

/** Runs it at a terminal and types an answer to its question. */
export async function runLinkAtTerminal(
  args: readonly string[],
  env: Env,
  answer: string,
): Promise<{ exitCode: number; shown: string }> {
  let shown = '';
  const child = Bun.spawn([...COMMAND, 'link', ...args], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb', ...env },
    terminal: {
      cols: 200,
      rows: 40,
      data(terminal, bytes) {
        shown += Buffer.from(bytes).toString();
        if (/(\[y\/N\]|Password:) $/.test(shown)) terminal.write(answer);
      },
    },
  });
  return { exitCode: await child.exited, shown };
}
