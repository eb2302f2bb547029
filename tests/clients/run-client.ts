import { resolve } from 'node:path';

/** Where `scripts/test-clients.ts` installs them. */
export const clientsFolder = resolve('build/clients');

/** Where the module `shlink` of the package with that name is, below that folder. */
export const shlinkFolder = 'python-shlink';

export type Values = Readonly<Record<string, string>>;

/**
 * Runs a script of Python, which finds `values` in `env`, and returns what it gives to `answer`.
 * `folder` has modules that come before those of the same name.
 */
export function runPython(script: string, values: Values, folder = ''): Promise<unknown> {
  const head = 'import json, os\nenv = os.environ\ndef answer(value): print(json.dumps(value))\n';
  return run(['python/bin/python', '-c', head + script], { ...values, PYTHONPATH: folder });
}

/** Runs a module of Node.js, which finds `values` in `env`, and returns what it gives to `answer`. */
export function runNode(script: string, values: Values): Promise<unknown> {
  const head =
    'const { env } = process; const answer = (value) => console.log(JSON.stringify(value));';
  return run(['node', '--input-type=module', '-e', `${head}\n${script}`], values);
}

async function run(command: readonly string[], values: Values): Promise<unknown> {
  const { exited, stdout, stderr } = Bun.spawn([...command], {
    cwd: clientsFolder,
    env: { ...process.env, ...values },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [text, errors] = await Promise.all([
    new Response(stdout).text(),
    new Response(stderr).text(),
  ]);
  if ((await exited) !== 0) throw new Error(errors);
  return JSON.parse(text);
}
