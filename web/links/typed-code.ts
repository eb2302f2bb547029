import { CUSTOM_CODE, isReservedCode } from '../../contracts/custom-code.ts';
import type { MessageKey } from '../../contracts/envelope.ts';

/** What is wrong with a code as typed; an empty one is right, the server then draws one. */
export function findCodeFault(typed: string): MessageKey | null {
  const code = typed.trim().toLowerCase();
  if (code === '') return null;
  if (isReservedCode(code)) return 'reserved.short.url';
  return CUSTOM_CODE.test(code) ? null : 'invalid.short.url';
}
