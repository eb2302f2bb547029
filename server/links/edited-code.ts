import { CUSTOM_CODE, isReservedCode } from '../../contracts/links/custom-code.ts';
import { Problem } from '../http/problem.ts';

/**
 * Validates the code of an edit. The present code is always valid: imported codes may have capitals
 * and other characters. Throws `links.reserved-code` and `links.bad-code`.
 */
export function validateCode(typed: string, present: string): string {
  if (typed === present || typed.trim() === present) return present;
  const code = typed.trim().toLowerCase();
  if (isReservedCode(code)) {
    const reason = 'This path is used by the site itself';
    throw new Problem('links.reserved-code', { field: 'short_url', reason });
  }
  if (!CUSTOM_CODE.test(code)) {
    const reason = 'Letters, digits, - and _, at most 64 characters';
    throw new Problem('links.bad-code', { field: 'short_url', reason });
  }
  return code;
}
