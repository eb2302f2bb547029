import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { describeFileError } from '../engine/files/file-access.ts';
import type { Outcome } from '../own-command.ts';

/** Done, failed, wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** At a terminal, shows the prompt and hides the input. */
export async function readSecret(prompt: string): Promise<string> {
  const terminal = process.stdin.isTTY;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  // The terminal shows what is typed until the interface is there.
  if (terminal) process.stderr.write(prompt);
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  if (terminal) process.stderr.write('\n');
  return line;
}

/** Asks at a terminal; only a y is a yes. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    lines.question(question, resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}

export function describeError(error: unknown): string {
  return error instanceof Error ? describeFileError(error) : String(error);
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
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', stopPrinting);
  process.stdout.write(text);
  return 0;
}

/** A reader like `head` closes the pipe when it has enough. */
function stopPrinting(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0);
  printError(error);
  process.exit(1);
}

export function printMessage(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Without characters that command a terminal or change the order of a line. */
export function toPlainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\p{Cf}/gu, '');
}

export function countLinks(count: number): string {
  return count === 1 ? '1 link' : `${count} links`;
}
