import type { z } from 'zod';
import { settings, type SettingKey } from '../../contracts/site.ts';

type Setting<Key extends SettingKey> = z.output<(typeof settings)[Key]>;

interface Options {
  readOption(key: string): string | null | Promise<string | null>;
  subscribe(kind: 'option', listener: (key: string) => void): void;
}

/** Follows one setting, for a process without `Site`. */
export function followSetting<Key extends SettingKey>(
  options: Options,
  key: Key,
  onError: (error: unknown) => void,
): Promise<() => Setting<Key>> {
  const parse = (stored: string | null): Setting<Key> =>
    settings[key].parse(stored === null ? undefined : JSON.parse(stored)) as Setting<Key>;
  return followOption(options, key, parse, onError);
}

/**
 * Returns a function that reads an option. Reloads the option after each change; `onError` receives
 * failures of a reload.
 */
export async function followOption<Value>(
  options: Options,
  key: string,
  parse: (stored: string | null) => Value,
  onError: (error: unknown) => void,
): Promise<() => Value> {
  let current = parse(await options.readOption(key));
  const use = (stored: string | null): void => {
    current = parse(stored);
  };
  options.subscribe('option', (changed) => {
    if (changed !== key) return;
    // SQLite answers at once, so the change takes effect at once.
    const stored = options.readOption(key);
    if (stored instanceof Promise) stored.then(use).catch(onError);
    else use(stored);
  });
  return () => current;
}
