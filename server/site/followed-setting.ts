import type { z } from 'zod';
import { settings, type SettingKey } from '../../contracts/site.ts';
import type { Reader } from '../engine/engine.ts';
import type { OptionValue } from '../engine/options.store.ts';

type Setting<Key extends SettingKey> = z.output<(typeof settings)[Key]>;
type Options = Pick<Reader, 'readOption' | 'subscribe'>;

/** Follows one setting, for a process without `Site`. */
export function followSetting<Key extends SettingKey>(
  options: Options,
  key: Key,
  onError: (error: unknown) => void,
): Promise<() => Setting<Key>> {
  const parse = (stored: OptionValue): Setting<Key> => settings[key].parse(stored) as Setting<Key>;
  return followOption(options, key, parse, onError);
}

/**
 * Returns a function that reads an option. Reloads the option after each change; `onError` receives
 * failures of a reload.
 */
export async function followOption<Value>(
  options: Options,
  key: string,
  parse: (stored: OptionValue) => Value,
  onError: (error: unknown) => void,
): Promise<() => Value> {
  let current = parse(await options.readOption(key));
  const use = (stored: OptionValue): void => {
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
