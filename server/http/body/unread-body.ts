import { SMALL_BYTES } from './read-bytes.ts';

type MaybePromise<Value> = Value | Promise<Value>;

/** Receiving a large unread body would be wasted. A small one costs less than a new connection. */
export function closeUnread(
  { headers }: Request,
  answer: MaybePromise<Response>,
  body = { hasReadBody: false },
): MaybePromise<Response> {
  const isLarge =
    headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > SMALL_BYTES;
  if (!isLarge) return answer;
  return Promise.resolve(answer).then((response) => {
    if (!body.hasReadBody) response.headers.set('Connection', 'close');
    return response;
  });
}
