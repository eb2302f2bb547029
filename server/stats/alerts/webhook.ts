import type { Alert } from '../../../contracts/stats.ts';
import { PrivateAddressError } from '../../outgoing/address-guard.ts';
import type { AddressGuard } from '../../outgoing/address-guard.ts';
import { ByteBudget } from '../../outgoing/counted-connection.ts';
import { sendRequest } from '../../outgoing/send-request.ts';

/** How long the receiver may take for its answer. */
const TIMEOUT_MS = 10_000;
/** From the socket, for the head of the answer and for TLS. */
const MAX_WIRE_BYTES = 128 * 1024;

/** Why the address guard refuses a receiver. */
export const PRIVATE_HOST =
  'its host is on a private network, which WEBHOOK_PRIVATE_HOSTS=1 allows';

export interface WebhookCall {
  readonly url: string;
  readonly alert: Alert;
  /** The address of the link that the alert is about, when it is known. */
  readonly shortLink: string | null;
  /** Of Brisk. */
  readonly version: string;
  readonly guard: AddressGuard;
  /** Ends the call. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
}

/**
 * Sends an alert to the receiver, perhaps twice, with the same `Idempotency-Key`. Returns null when
 * the receiver took it, else a short reason without the URL, which may be a secret. Redirects are
 * not followed, and nothing is read but the head of the answer.
 */
export async function postAlert({
  url,
  alert,
  shortLink,
  version,
  guard,
  signal,
  timeoutMs = TIMEOUT_MS,
}: WebhookCall): Promise<string | null> {
  const { id, kind, short_url, title, people, usual, created_at } = alert;
  const told = { kind, short_url, short_link: shortLink, title, people, usual, created_at };
  const timeout = AbortSignal.timeout(timeoutMs);
  const limits = {
    guard,
    budget: new ByteBudget(MAX_WIRE_BYTES),
    signal: AbortSignal.any([signal, timeout]),
  };
  try {
    const target = new URL(url);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `Brisk/${version}`,
      'Idempotency-Key': String(id),
      ...readCredentials(target),
    };
    const body = JSON.stringify(told);
    const answer = await sendRequest(target, { method: 'POST', headers, body }, limits);
    answer.close();
    const { status } = answer;
    return status >= 200 && status <= 299 ? null : `status ${status}`;
  } catch (error) {
    if (error instanceof PrivateAddressError) return PRIVATE_HOST;
    if (timeout.aborted) return 'TimeoutError';
    const { code, name } = error as NodeJS.ErrnoException;
    return typeof code === 'string' ? code : name;
  }
}

/** The header for the user name and password of a URL (RFC 7617). */
function readCredentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = [username, password].map((part) => decodeURIComponent(part)).join(':');
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
