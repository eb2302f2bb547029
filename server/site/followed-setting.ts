import { settings, type SettingKey, type Settings } from '../../contracts/site.ts';
import type { Reader } from '../engine/engine.ts';
import type { OptionValue } from '../engine/options.store.ts';

type Options = Pick<Reader, 'readOption' | 'subscribe'>;

/** Follows one setting, for a process without `Site`. */
export function followSetting<Key extends SettingKey>(
  options: Options,
  key: Key,
): Promise<() => Settings[Key]> {
  const parse = (stored: OptionValue) => settings[key].parse(stored) as Settings[Key];
  return followOption(options, key, parse);
}

/**
 * Returns a function that reads an option. A change is read again while the reader pulls it, so that
 * no older answer comes last, and a failure is repeated with the next pull.
 */
export async function followOption<Value>(
  options: Options,
  key: string,
  parse: (stored: OptionValue) => Value,
): Promise<() => Value> {
  let current = parse(await options.readOption(key));
  const use = (stored: OptionValue): void => {
    current = parse(stored);
  };
  options.subscribe('option', (changed) => {
    if (changed !== key) return undefined;
    // SQLite answers at once, so the change takes effect at once.
    const stored = options.readOption(key);
    return stored instanceof Promise ? stored.then(use) : use(stored);
  });
  return () => current;
}
