import { isMessageKey, type Envelope, type Issue, type MessageKey } from '../contracts/envelope.ts';
import type { ReplyOf, RequestOf, Route } from '../contracts/route.ts';
import { endSessionOf, readToken } from './session.ts';

const TIMEOUT_MS = 30_000;

/** Failures that no server names, beside the keys of the envelope. */
export type FailureKey = MessageKey | 'network.error' | 'network.timeout';

/** Where a route of the contracts is called; `route` exists for the compiler only. */
export interface Endpoint<R extends Route> {
  readonly method: R['methods'][0];
  readonly path: R['path'];
  readonly route?: R;
}

/** The page knows contracts by type alone: their schemas would bring all of zod to a visitor. */
export function endpoint<R extends Route>(method: R['methods'][0], path: R['path']): Endpoint<R> {
  return { method, path };
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly key: FailureKey;
  readonly issues: readonly Issue[];
  /** Seconds to wait, when the server asks for patience. */
  readonly retryAfter: number | undefined;

  constructor(code: number, key: FailureKey, issues: readonly Issue[] = [], retryAfter?: number) {
    super(key);
    this.code = code;
    this.key = key;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/** Calls the server and gives what stands in `data`; every failure is an {@link ApiError}. */
export async function call<R extends Route>(
  { method, path }: Endpoint<R>,
  request: RequestOf<R>,
): Promise<ReplyOf<R>> {
  const token = readToken();
  const response = await send(method, path, request, token);
  const envelope = await readEnvelope(response);
  if (response.status === 401 && token !== null) endSessionOf(token);
  if (envelope.code !== 200) throw toError(envelope, response);
  return envelope.data as ReplyOf<R>;
}

async function send(method: string, path: string, request: unknown, token: string | null) {
  const isGet = method === 'GET';
  const query = isGet ? toQuery(request) : '';
  try {
    return await fetch(path + query, {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(isGet ? {} : { 'Content-Type': 'application/json' }),
      },
      body: isGet ? null : JSON.stringify(request),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    throw new ApiError(0, isTimeout ? 'network.timeout' : 'network.error');
  }
}

function toQuery(request: unknown): string {
  const fields = Object.entries(request ?? {}).map(([name, value]) => [name, String(value)]);
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`;
}

async function readEnvelope(response: Response): Promise<Envelope<unknown>> {
  try {
    return (await response.json()) as Envelope<unknown>;
  } catch {
    throw new ApiError(response.status, 'internal.error');
  }
}

function toError({ code, msg, data }: Envelope<unknown>, response: Response): ApiError {
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return new ApiError(
    code,
    isMessageKey(msg) ? msg : 'internal.error',
    hasIssues(data) ? data.issues : [],
    Number.isNaN(retryAfter) ? undefined : retryAfter,
  );
}

function hasIssues(data: unknown): data is { issues: readonly Issue[] } {
  return (
    typeof data === 'object' && data !== null && 'issues' in data && Array.isArray(data.issues)
  );
}
