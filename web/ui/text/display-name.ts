import { escapeInvisible } from './escape-invisible.ts';

/** The name of a country or language. A code without one stays. */
export function formatDisplayName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return escapeInvisible(code);
  }
}
