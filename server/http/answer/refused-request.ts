import type { Envelope, MessageKey, Refusal } from '../../../contracts/envelope.ts';
import { apiHeaders } from './security-headers.ts';

export interface RefusedRequest {
  readonly status: 400 | 405 | 408 | 414 | 417 | 431 | 505;
  readonly field: string;
  /** English, without text of the request. */
  readonly reason: string;
  readonly isApi: boolean;
  readonly isHead: boolean;
}

const answers: Readonly<
  Record<RefusedRequest['status'], { readonly name: string; readonly key: MessageKey }>
> = {
  400: { name: 'Bad Request', key: 'bad.request' },
  405: { name: 'Method Not Allowed', key: 'method.not.allowed' },
  408: { name: 'Request Timeout', key: 'request.timeout' },
  414: { name: 'URI Too Long', key: 'too.large' },
  417: { name: 'Expectation Failed', key: 'bad.request' },
  431: { name: 'Request Header Fields Too Large', key: 'too.large' },
  505: { name: 'HTTP Version Not Supported', key: 'bad.request' },
};

export function createRefusals(headers: Readonly<Record<string, string>>) {
  return (refused: RefusedRequest): Buffer => {
    const { status, isApi, isHead } = refused;
    const body = Buffer.from(isApi ? writeEnvelope(refused) : writeLine(refused));
    const fields = {
      Date: new Date().toUTCString(),
      ...headers,
      ...(isApi ? apiHeaders : { 'Cache-Control': 'no-store' }),
      ...(status === 405 ? { Allow: isApi ? 'GET, HEAD, POST' : 'GET, HEAD' } : {}),
      'Content-Type': isApi ? 'application/json' : 'text/plain; charset=utf-8',
      'Content-Length': String(body.length),
      Connection: 'close',
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${status} ${answers[status].name}\r\n${lines.join('')}\r\n`;
    return Buffer.concat(isHead ? [Buffer.from(head)] : [Buffer.from(head), body]);
  };
}

function writeEnvelope({ status, field, reason }: RefusedRequest): string {
  const { key } = answers[status];
  const data: Refusal = { issues: [{ field, key, reason }] };
  return JSON.stringify({ code: status, msg: key, data } satisfies Envelope<Refusal>);
}

function writeLine({ status, reason }: RefusedRequest): string {
  return `${status} ${answers[status].name}: ${reason}\n`;
}
