export interface Fault {
  readonly status: 400 | 405 | 408 | 414 | 417 | 431 | 505;
  /** `request` (the line), `head`, `body`, or the name of a header. */
  readonly field: string;
  /** English, without text of the request. */
  readonly reason: string;
}

export interface RefusedRequest extends Fault {
  readonly isApi: boolean;
  readonly isHead: boolean;
}

const HOST = /^(?:\[[\da-f:.]+\]|[^\s,/\\?#@:<>"{}|^`[\]]*)(?::\d{0,5})?$/i;

/** Bytes: an IDN in UTF-8 and a port fit. */
export const HOST_MAX = 512;

/** An empty `Host` is valid. */
export function isHost(text: string): boolean {
  return text.length <= HOST_MAX && HOST.test(text);
}

interface RequestLine {
  readonly method: string;
  readonly isApi: boolean;
  readonly isVersion10: boolean;
  readonly fault: Fault | null;
}

/** In bytes, as sent. A path has room for the longest code, and for a path that is forwarded. */
export const PATH_MAX = 8 * 1024;
/** Path and query: a long URL that is percent-encoded as a parameter fits. */
export const TARGET_MAX = 32 * 1024;
const LINE_MAX = TARGET_MAX + 64;
/** Enough to recognize an API request. */
export const START_MAX = 64;

const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

const tooLong: Fault = {
  status: 414,
  field: 'request',
  reason: `The path is longer than ${PATH_MAX / 1024} KiB, or the URL than ${TARGET_MAX / 1024} KiB.`,
};

const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const VERSION = /^HTTP\/1\.[01]$/;
const ANY_VERSION = /^HTTP\/\d/i;
const WHOLE_URL = /^https?:\/\/([^/?#]+)(?:[/?#]|$)/i;
const CONTROL = /[^!-~\x80-\uffff]/;
const API = /^[^ ]* +(?:https?:\/\/[^/?# ]*)?\/api(?:[/?# ]|$)/i;

export function readRequestLine(line: string): RequestLine {
  if (line.length > LINE_MAX) return refuseLong(line.slice(0, START_MAX));
  const parts = line.split(' ');
  const [method = '', target = '', version = ''] = parts;
  return {
    method,
    isApi: asksForApi(line),
    isVersion10: version === 'HTTP/1.0',
    fault: findFault(parts.length, method, target, version),
  };
}

function refuseLong(start: string): RequestLine {
  const [method = ''] = start.split(' ', 1);
  return { method, isApi: asksForApi(start), isVersion10: false, fault: tooLong };
}

export function asksForApi(start: string): boolean {
  return API.test(start);
}

function findFault(parts: number, method: string, target: string, version: string): Fault | null {
  if (parts !== 3) {
    return bad(
      'The request line must be a method, a target and a version, separated by single spaces.',
    );
  }
  if (!TOKEN.test(method)) return bad('The method must be a word.');
  if (!VERSION.test(version)) {
    return ANY_VERSION.test(version)
      ? { status: 505, field: 'request', reason: 'This server supports HTTP/1.1 and HTTP/1.0.' }
      : bad('The request line must end with HTTP/1.1.');
  }
  if (!methods.has(method) || (method === 'OPTIONS' && target === '*')) {
    return { status: 405, field: 'request', reason: 'This server does not support the method.' };
  }
  if (isLong(target)) return tooLong;
  if (CONTROL.test(target)) return bad('The target must not contain control characters.');
  const host = WHOLE_URL.exec(target)?.[1];
  if (host === undefined) {
    return target.startsWith('/') ? null : bad('The target must begin with a slash.');
  }
  return isHost(host) ? null : bad('The target must name a single host with an optional port.');
}

function isLong(target: string): boolean {
  if (target.length <= PATH_MAX) return false;
  const query = target.indexOf('?');
  return query === -1 || query > PATH_MAX || target.length > TARGET_MAX;
}

function bad(reason: string): Fault {
  return { status: 400, field: 'request', reason };
}
