import { joinCode, splitCode } from '../../../contracts/links/domain-code.ts';
import { getCodeFamily, listPossibleCodes } from '../../engine/texts/code-spellings.ts';

/** As `listPossibleCodes`, for a typed code with its domain (`domain-code.ts`). */
export function listStoredSpellings(typed: string): readonly string[] {
  if (/^[a-z\d]*$/i.test(typed)) return [typed];
  const { domain, code } = splitCode(typed);
  return listPossibleCodes(code).map((spelling) => joinCode(domain, spelling));
}

/** As `getCodeFamily`, for a code with its domain. */
export function getStoredFamily(typed: string): string {
  if (/^[a-z\d]*$/.test(typed)) return typed;
  const { domain, code } = splitCode(typed);
  return joinCode(domain, getCodeFamily(code));
}
