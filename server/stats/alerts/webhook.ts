import type { Alert } from '../../../contracts/stats/stats.ts';
import { PrivateAddressError, type AddressGuard } from '../../outgoing/address-guard.ts';
import { ByteBudget } from '../../outgoing/counted-connection.ts';
import { sendRequest } from '../../outgoing/send-request.ts';

const TIMEOUT_MS = 10_000;
/** Bytes from the socket, for TLS and the head of the answer. */
const MAX_WIRE_BYTES = 128 * 1024;

export const PRIVATE_HOST =
  'its host is on a private network, which WEBHOOK_PRIVATE_HOSTS=1 allows';

export interface WebhookCall {
  readonly url: string;
  readonly alert: Alert;
  readonly shortLink: string | null;
  readonly version: string;
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
}

/** Null, or a reason without the URL, a secret. Repeats have equal `Idempotency-Key`. */
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
  const payload = { kind, short_url, short_link: shortLink, title, people, usual, created_at };
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
    const body = JSON.stringify(payload);
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

function readCredentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = [username, password].map((part) => decodeURIComponent(part)).join(':');
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
