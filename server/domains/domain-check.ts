import { createHash } from 'node:crypto';
import type { DomainState } from '../../contracts/domains.ts';
import { PrivateAddressError, type AddressGuard } from '../outgoing/address-guard.ts';
import { ByteBudget } from '../outgoing/counted-connection.ts';
import { sendRequest } from '../outgoing/send-request.ts';

/** Each host of the site answers here with the site's mark. */
export const CHECK_PATH = '/.well-known/brisk-site';

const TIMEOUT_MS = 8000;
const WIRE_BYTES_MAX = 128 * 1024;
const MARK_HEADER = 'brisk-site';

export interface CheckedScheme {
  readonly state: DomainState;
  /** In English; '' = none. */
  readonly reason: string;
}

/** Identifies this site among all sites; it reveals nothing of the key. */
export function createSiteMark(secretKey: Buffer): string {
  return createHash('sha256').update('brisk site').update(secretKey).digest('hex').slice(0, 32);
}

export function answerCheck(mark: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(null, {
    status: 204,
    headers: { ...headers, [MARK_HEADER]: mark, 'Cache-Control': 'no-store' },
  });
}

/** Asks a host for the mark of its site. Follows no redirect. */
export async function checkHost(
  url: URL,
  mark: string,
  guard: AddressGuard,
  signal: AbortSignal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<CheckedScheme> {
  try {
    const answer = await sendRequest(
      new URL(CHECK_PATH, url),
      { method: 'GET', headers: { 'User-Agent': 'Brisk', Accept: '*/*' } },
      { guard, budget: new ByteBudget(WIRE_BYTES_MAX), signal },
    );
    answer.close();
    if (answer.headers[MARK_HEADER] === mark) return { state: 'reached', reason: '' };
    return { state: 'other-site', reason: `status ${answer.status}` };
  } catch (error) {
    if (error instanceof PrivateAddressError) return { state: 'private', reason: error.message };
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code ?? message;
    return { state: /ENOTFOUND|ENODATA|DNS/.test(reason) ? 'no-address' : 'failed', reason };
  }
}
