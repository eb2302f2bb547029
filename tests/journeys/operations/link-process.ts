import { COMMAND } from '../../support/brisk-command.ts';

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

/** A minimal container has no pseudo-terminals. */
const hasTerminals = await openTerminal();

async function openTerminal(): Promise<boolean> {
  try {
    return (await Bun.spawn(['sh', '-c', ':'], { terminal: { cols: 80, rows: 24 } }).exited) === 0;
  } catch {
    return false;
  }
}

const QUESTION = /(\[y\/N\]|Password:) $/;

/** Runs it at a terminal and types an answer to its question. */
export async function runLinkAtTerminal(
  args: readonly string[],
  env: Env,
  answer: string,
): Promise<{ exitCode: number; shown: string }> {
  if (!hasTerminals) return runLinkAtPipe(args, env, answer);
  let shown = '';
  const child = Bun.spawn([...COMMAND, 'link', ...args], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb', ...env },
    terminal: {
      cols: 200,
      rows: 40,
      data(terminal, bytes) {
        shown += Buffer.from(bytes).toString();
        if (QUESTION.test(shown)) terminal.write(answer);
      },
    },
  });
  return { exitCode: await child.exited, shown };
}

/** The command takes its pipe for a terminal. */
async function runLinkAtPipe(args: readonly string[], env: Env, answer: string) {
  const asTerminal = ['--preload', './tests/journeys/operations/as-terminal.ts', 'server/main.ts'];
  const child = Bun.spawn([process.execPath, ...asTerminal, 'link', ...args], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb', ...env },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const output = new Response(child.stdout).text();
  let shown = '';
  for await (const bytes of child.stderr) {
    shown += Buffer.from(bytes).toString();
    if (!QUESTION.test(shown)) continue;
    await child.stdin.write(answer);
    await child.stdin.end();
  }
  return { exitCode: await child.exited, shown: `${shown}${await output}` };
}
