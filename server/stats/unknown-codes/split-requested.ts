import { splitCode } from '../../../contracts/domain-code.ts';
import { normalizeHost } from '../../../contracts/domain-name.ts';

/** Splits a typed code with its domain. On the main domain, text with a slash is no domain. */
export function splitRequested(typed: string): ReturnType<typeof splitCode> {
  const { domain, code } = splitCode(typed);
  const isFurther = code !== '' && domain !== '' && normalizeHost(domain) === domain;
  return isFurther ? { domain, code } : { domain: '', code: typed };
}
