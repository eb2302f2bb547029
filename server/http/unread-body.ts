import { SMALL_BYTES } from './read-bytes.ts';

type MaybePromise<Value> = Value | Promise<Value>;

/**
 * Ends the connection with the answer when a large body has not been read: what the caller goes on
 * sending would be received for nothing. Receiving a small body costs less than another connection.
 */
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
