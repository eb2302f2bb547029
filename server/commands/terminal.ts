import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Outcome } from '../own-command.ts';

/** Done, failed, wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** At a terminal, shows the prompt and hides the input. */
export async function readSecret(prompt: string): Promise<string> {
  const terminal = process.stdin.isTTY;
  if (terminal) process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  if (terminal) process.stderr.write('\n');
  return line;
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function printError(error: unknown): void {
  printMessage(`brisk: ${describeError(error)}`);
}

export function printProblem({
  problem,
  details,
}: Extract<Outcome<unknown>, { problem: unknown }>): void {
  printMessage(`brisk: ${details.reason ?? problem}`);
}

export function print(text: string): ExitCode {
  process.stdout.write(text);
  return 0;
}

export function printMessage(text: string): void {
  process.stderr.write(`${text}\n`);
}
