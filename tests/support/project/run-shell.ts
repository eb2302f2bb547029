import { listShellPrograms } from '../../../scripts/called-programs.ts';

export interface Outcome {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs a shell text of another file, for example of a page of the docs. Throws when the text calls
 * other programs than `programs`: `npm run check` checks that something installs these.
 */
export async function runShell(
  text: string,
  programs: readonly string[],
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const others = listShellPrograms(text).filter((name) => !programs.includes(name));
  if (others.length > 0) throw new Error(`the text calls ${others.join(', ')}`);
  return run(['sh', '-c', text], surroundings);
}

export async function run(
  command: readonly string[],
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const child = Bun.spawn([...command], { ...surroundings, stdout: 'pipe', stderr: 'pipe' });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, output, errors };
}
