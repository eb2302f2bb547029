import type { Fault } from './fault.ts';
import { isHost } from './host.ts';

export interface RequestLine {
  readonly method: string;
  readonly isApi: boolean;
  readonly isVersion10: boolean;
  readonly fault: Fault | null;
}

const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const VERSION = /^HTTP\/1\.[01]$/;
const ANY_VERSION = /^HTTP\/\d/i;
/** Clients send a whole URL to a proxy. */
const WHOLE_URL = /^https?:\/\/([^/?#]+)(?:[/?#]|$)/i;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x20\x7f]/;
const API = /^[^ ]* +(?:https?:\/\/[^/?# ]*)?\/api(?:[/?# ]|$)/i;

export function readRequestLine(line: string): RequestLine {
  const parts = line.split(' ');
  const [method = '', target = '', version = ''] = parts;
  return {
    method,
    isApi: asksForApi(line),
    isVersion10: version === 'HTTP/1.0',
    fault: findFault(parts.length, method, target, version),
  };
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
  if (CONTROL.test(target)) return bad('The target must not contain control characters.');
  const host = WHOLE_URL.exec(target)?.[1];
  if (host === undefined) {
    return target.startsWith('/') ? null : bad('The target must begin with a slash.');
  }
  return isHost(host) ? null : bad('The target must name a single host with an optional port.');
}

function bad(reason: string): Fault {
  return { status: 400, field: 'request', reason };
}
