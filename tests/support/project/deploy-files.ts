import { readFileSync } from 'node:fs';
import { readConfig } from '../../../server/config.ts';

/** Servers such as nginx may be in a folder that only root has in PATH. */
export const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

export function readDeployFile(name: string): string {
  return readFileSync(`deploy/${name}`, 'utf8');
}

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export function readStages(): Instruction[][] {
  // Comments may stand between the lines of an instruction.
  const text = readDeployFile('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ');
  const stages: Instruction[][] = [];
  for (const [, name, rest] of text.matchAll(/^([A-Z]+) +(.+)$/gm)) {
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name: name!, rest: rest! });
  }
  return stages;
}

/** The files and folders that docker sends to the build. */
export function listBuildFiles(): string[] {
  const [first, ...lines] = readDeployFile('Dockerfile.dockerignore').trim().split('\n');
  if (first !== '*' || lines.some((line) => !line.startsWith('!'))) {
    throw new Error('Dockerfile.dockerignore does not list what is sent');
  }
  return lines.map((line) => line.slice(1));
}

/** The names of all settings that the server reads. */
export function listSettings(): string[] {
  const names = new Set<string>();
  const get = (_: object, name: string | symbol) => void names.add(String(name));
  readConfig(new Proxy<Record<string, undefined>>({}, { get }));
  return [...names];
}

/**
 * The objection of a command: its output when it fails or complains, else nothing. `home` is a
 * writable directory.
 */
export function findFault(command: readonly string[], home: string): string {
  const env = { ...process.env, PATH, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { env, timeout: 20_000 });
  const text = stdout.toString() + stderr.toString();
  const isAccepted = exitCode === 0 && !/Unknown|Failed to parse/.test(text);
  return isAccepted ? '' : `exit code ${exitCode}: ${text}`;
}
