import type { Alert } from '../../../contracts/stats.ts';

/** How long the receiver may take for its answer. */
const TIMEOUT_MS = 10_000;

export interface WebhookCall {
  readonly url: string;
  readonly alert: Alert;
  /** The address of the link that the alert is about, when it is known. */
  readonly shortLink: string | null;
  /** Of Brisk. */
  readonly version: string;
  /** Ends the call. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
}

/**
 * Tells the receiver of an alert, who may hear of it twice, with the same `Idempotency-Key`.
 * Returns null when it was taken, else why it was not: in a word, and without the URL, which may
 * be a secret. Redirects are not followed, and nothing is read but the head of the answer.
 */
export async function postAlert({
  url,
  alert,
  shortLink,
  version,
  signal,
  timeoutMs = TIMEOUT_MS,
}: WebhookCall): Promise<string | null> {
  const { id, kind, short_url, title, people, usual, created_at } = alert;
  const told = { kind, short_url, short_link: shortLink, title, people, usual, created_at };
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `Brisk/${version}`,
        'Idempotency-Key': String(id),
      },
      body: JSON.stringify(told),
      redirect: 'manual',
      keepalive: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await answer.body?.cancel();
    return answer.ok ? null : `status ${answer.status}`;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return typeof code === 'string' ? code : name;
  }
}
