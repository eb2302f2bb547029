import { CUSTOM_CODE, isReservedCode } from '../../contracts/custom-code.ts';
import type { MessageKey } from '../../contracts/envelope.ts';

/** The error in a typed code; null: none. For an empty code, the server generates one. */
export function findCodeFault(typed: string): MessageKey | null {
  const code = typed.trim().toLowerCase();
  if (code === '') return null;
  if (isReservedCode(code)) return 'reserved.short.url';
  return CUSTOM_CODE.test(code) ? null : 'invalid.short.url';
}
