import { t } from '../language.ts';
import { findCodeFault } from '../links/form/faults.ts';
import { findUrlFault } from '../urls/typed-url.ts';

/** The error in a long URL; null: none. */
export function explainUrl(url: string): string | null {
  const fault = findUrlFault(url);
  if (fault === null) return null;
  return t(fault === 'url.empty' ? 'home.url.empty' : fault);
}

/** The error in a code; null: none. */
export function explainCode(code: string): string | null {
  const fault = findCodeFault(code);
  return fault === null ? null : t(fault);
}
