import { isSafeAddress } from '../../../contracts/people/sso.ts';

const TIMEOUT_MS = 5000;
const BYTES_MAX = 1024 * 1024;

type Init = Omit<RequestInit, 'signal' | 'redirect'>;

/**
 * Calls a provider: follows no redirect, waits 5 s and reads 1 MB at most. Private addresses are
 * allowed, as providers live there too.
 */
export async function limitedFetch(address: string, init: Init): Promise<Response> {
  const url = new URL(address);
  if (!isSafeAddress(url)) throw new Error(`${url.origin} is not https`);
  const response = await fetch(url, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    throw new Error(`${url.origin} redirects`);
  }
  const body = await readBody(response);
  return new Response(body.length === 0 ? null : body, { status, headers });
}

async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > BYTES_MAX) throw new Error('the answer is too large');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
