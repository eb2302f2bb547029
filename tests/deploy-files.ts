import { readFileSync } from 'node:fs';
import { readConfig } from '../server/config.ts';

/** Programs that look at such files may lie where only root looks for them. */
export const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

/** The text of a file in `deploy/`. */
export function readDeployFile(name: string): string {
  return readFileSync(`deploy/${name}`, 'utf8');
}

/** The names of all settings: those that the server asks for. */
export function listSettings(): string[] {
  const names = new Set<string>();
  const get = (_: object, name: string | symbol) => void names.add(String(name));
  readConfig(new Proxy<Record<string, undefined>>({}, { get }));
  return [...names];
}

/**
 * What a command has to say against what it looks at: its output when it fails, or when it says so
 * in words only; nothing when all is well. `home` is a directory where it may write.
 */
export function findFault(command: readonly string[], home: string): string {
  const env = { ...process.env, PATH, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { env, timeout: 20_000 });
  const text = stdout.toString() + stderr.toString();
  const isAccepted = exitCode === 0 && !/Unknown|Failed to parse/.test(text);
  return isAccepted ? '' : `exit code ${exitCode}: ${text}`;
}
