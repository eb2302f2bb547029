import { isMessageKey, type Envelope, type Issue, type MessageKey } from '../contracts/envelope.ts';
import type { ReplyOf, RequestOf, Route } from '../contracts/route.ts';
import { withConfirmation } from './frame/login-confirmation.ts';
import { endSessionWithToken, readToken } from './session.ts';

const TIMEOUT_MS = 30_000;
const RETRY_AFTER = 'Retry-After';

export type FailureKey = MessageKey | 'network.error' | 'network.timeout';

/** Method and path of a route. `route` carries the type and has no value at runtime. */
interface Endpoint<R extends Route> {
  readonly method: R['methods'][0];
  readonly path: R['path'];
  readonly route?: R;
}

/** The page imports contracts as types only: their schemas would add zod to the bundle. */
export function endpoint<R extends Route>(method: R['methods'][0], path: R['path']): Endpoint<R> {
  return { method, path };
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly key: FailureKey;
  readonly issues: readonly Issue[];
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** What the caller needs to go on, such as the step of a second factor. */
  data: unknown = null;

  constructor(code: number, key: FailureKey, issues: readonly Issue[] = [], retryAfter?: number) {
    super(key);
    this.code = code;
    this.key = key;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/** Calls the server and returns `data` of the envelope. Throws {@link ApiError} on any failure. */
export async function call<R extends Route>(
  { method, path }: Endpoint<R>,
  request: RequestOf<R>,
  timeoutMs = TIMEOUT_MS,
  cancel?: AbortSignal,
): Promise<ReplyOf<R>> {
  return (await requestData({ method, path, request, timeoutMs, cancel })) as ReplyOf<R>;
}

export async function callWithForm<R extends Route>(
  { method, path }: Endpoint<R>,
  request: RequestOf<R>,
): Promise<ReplyOf<R>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(request as object)) form.append(name, String(value));
  return (await requestData({ method, path, request: form })) as ReplyOf<R>;
}

interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly request: unknown;
}

interface TimedRequest extends ApiRequest {
  readonly timeoutMs?: number | undefined;
  readonly cancel?: AbortSignal | undefined;
}

function requestData(timed: TimedRequest): Promise<unknown> {
  return withConfirmation(() => requestOnce(timed));
}

async function requestOnce({
  timeoutMs = TIMEOUT_MS,
  cancel,
  ...sent
}: TimedRequest): Promise<unknown> {
  const token = readToken();
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = cancel === undefined ? timeout : AbortSignal.any([timeout, cancel]);
  const response = await send(sent, token, signal);
  return readData(await readAnswer(response), token);
}

interface DownloadedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Throws {@link ApiError} on every failure. */
export function download<R extends Route>(
  { method, path }: Endpoint<R>,
  request: RequestOf<R>,
): Promise<DownloadedFile> {
  return withConfirmation(() => downloadOnce({ method, path, request }));
}

async function downloadOnce(sent: ApiRequest): Promise<DownloadedFile> {
  const token = readToken();
  // The timeout covers the headers only: a large file may take longer.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(createTimeoutError()), TIMEOUT_MS);
  const response = await send(sent, token, timeout.signal).finally(() => clearTimeout(timer));
  const [, name] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  if (name === undefined) {
    readData(await readAnswer(response), token);
    throw new ApiError(response.status, 'internal.error');
  }
  try {
    return { name, content: await response.blob() };
  } catch (error) {
    throw toConnectionError(error);
  }
}

interface UploadOptions {
  /** The server reports the outcome of the upload under this id. */
  readonly id: string;
  /** Receives the share that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Fails after 30 s without progress. The wait for the answer has no limit: abort by `signal`. */
export function upload<R extends Route>(
  { method, path }: Endpoint<R>,
  fields: Readonly<Record<string, File | string>>,
  { id, onProgress, signal }: UploadOptions,
): Promise<ReplyOf<R>> {
  const token = readToken();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { promise, resolve, reject } = Promise.withResolvers<ReplyOf<R>>();
  // `fetch` reports no progress of an upload.
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.timeout = TIMEOUT_MS;
  request.setRequestHeader('Upload-Id', id);
  if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
  const begun = performance.now();
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    request.timeout = performance.now() - begun + TIMEOUT_MS;
    onProgress(loaded / total);
  });
  request.upload.addEventListener('load', () => {
    request.timeout = 0;
    onProgress(1);
  });
  signal.addEventListener('abort', () => request.abort());
  request.addEventListener('timeout', () => reject(new ApiError(0, 'network.timeout')));
  request.addEventListener('error', () => reject(new ApiError(0, 'network.error')));
  request.addEventListener('load', () => {
    const { status, responseText } = request;
    const answer = {
      status,
      text: responseText,
      retryAfter: request.getResponseHeader(RETRY_AFTER),
    };
    try {
      resolve(readData(answer, token) as ReplyOf<R>);
    } catch (error) {
      reject(error);
    }
  });
  request.send(form);
  return promise;
}

/** Sends a request unchanged and returns any response, for the API reference. */
export async function sendRequest(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw toConnectionError(error);
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

async function readAnswer(response: Response): Promise<Answer> {
  try {
    const text = await response.text();
    return { status: response.status, text, retryAfter: response.headers.get(RETRY_AFTER) };
  } catch (error) {
    throw toConnectionError(error);
  }
}

/** Returns `data` of the envelope. A refused token ends its session. */
function readData({ status, text, retryAfter }: Answer, token: string | null): unknown {
  const envelope = parseEnvelope(text);
  if (envelope === null) {
    throw new ApiError(status, toFailureKey(status), [], toSeconds(retryAfter));
  }
  if (envelope.code === 200) return envelope.data;
  if (status === 401 && token !== null) endSessionWithToken(token, toMessageKey(envelope.msg));
  throw toError(envelope, retryAfter);
}

/** Fills `{name}` in the path with the field `name`, and removes that field from the request. */
function fillPath(path: string, request: unknown): { path: string; fields: object } {
  const fields = { ...(request as Record<string, unknown>) };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const part = encodeURIComponent(String(fields[name]));
    delete fields[name];
    return part;
  });
  return { path: filled, fields };
}

async function send(
  { method, path, request }: ApiRequest,
  token: string | null,
  signal: AbortSignal,
) {
  const isGet = method === 'GET';
  // The browser sets the content type of a form, because only it knows the boundary.
  const isForm = request instanceof FormData;
  const filled = fillPath(path, request);
  const query = isGet ? toQuery(filled.fields) : '';
  try {
    return await fetch(filled.path + query, {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(isGet || isForm ? {} : { 'Content-Type': 'application/json' }),
      },
      body: isGet ? null : isForm ? request : JSON.stringify(filled.fields),
      signal,
    });
  } catch (error) {
    throw toConnectionError(error);
  }
}

function createTimeoutError(): DOMException {
  return new DOMException('The server took too long to answer', 'TimeoutError');
}

function toConnectionError(error: unknown): ApiError {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return new ApiError(0, isTimeout ? 'network.timeout' : 'network.error');
}

function toQuery(request: object): string {
  // A list repeats its field: codes may hold commas.
  const fields = Object.entries(request).flatMap(([name, value]) =>
    [value].flat().map((item) => [name, String(item)]),
  );
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`;
}

/** Null: the answer is not from the server, but for example from a proxy. */
function parseEnvelope(text: string): Envelope<unknown> | null {
  try {
    const answer = JSON.parse(text) as Partial<Envelope<unknown>> | null;
    const isEnvelope = typeof answer?.code === 'number' && typeof answer.msg === 'string';
    return isEnvelope ? (answer as Envelope<unknown>) : null;
  } catch {
    return null;
  }
}

function toFailureKey(status: number): FailureKey {
  if (status === 413) return 'too.large';
  if (status === 429) return 'too.many.attempts';
  if (status === 504) return 'network.timeout';
  return status >= 502 ? 'network.error' : 'internal.error';
}

function toError({ code, msg, data }: Envelope<unknown>, wait: string | null): ApiError {
  const issues = hasIssues(data) ? data.issues : [];
  const error = new ApiError(code, toMessageKey(msg), issues, toSeconds(wait));
  error.data = data;
  return error;
}

/** Undefined: `Retry-After` is missing or a date. */
function toSeconds(wait: string | null): number | undefined {
  const seconds = Number.parseInt(wait ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

function toMessageKey(msg: string): MessageKey {
  return isMessageKey(msg) ? msg : 'internal.error';
}

function hasIssues(data: unknown): data is { issues: readonly Issue[] } {
  return (
    typeof data === 'object' && data !== null && 'issues' in data && Array.isArray(data.issues)
  );
}
