/** A request that is cheap to send and expensive to read carelessly. */
export interface HostileRequest {
  readonly name: string;
  readonly target: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

const PATH = 8000;
const HEADER = 60_000;
/** The body limit of a login. */
const BODY = 16_000;

function fill(length: number, unit: string): string {
  return unit.repeat(Math.floor(length / unit.length));
}

function inPath(name: string, unit: string, length = PATH, before = '/a'): HostileRequest {
  return { name: `path: ${name}`, target: `${before}${fill(length, unit)}` };
}

function inQuery(name: string, unit: string, length = 32_000): HostileRequest {
  return { name: `query: ${name}`, target: `/forwards?${fill(length, unit)}` };
}

function inHeader(header: string, unit: string, target = '/a.'): HostileRequest {
  return {
    name: `${header}: ${unit}`,
    target,
    headers: [`${header}: ${fill(HEADER, unit)}`],
  };
}

function inBody(name: string, type: string, unit: string, before = '', after = ''): HostileRequest {
  const bytes = Buffer.byteLength(unit) / unit.length;
  return {
    name: `body: ${name}`,
    target: '/api/login',
    headers: [`Content-Type: ${type}`],
    body: `${before}${fill(BODY / bytes, unit)}${after}`,
  };
}

const form = 'application/x-www-form-urlencoded';

/** `/forwards` is a link that forwards queries and paths. */
export const hostileRequests: readonly HostileRequest[] = [
  { name: 'an unknown code', target: '/a.' },
  inPath('60,000 dots', '.', 60_000, '/a/'),
  inPath('dots', '.'),
  inPath('dots below a code', '.', PATH, '/a/'),
  inPath('commas and brackets', ',)'),
  inPath('percent-encoded dots', '%2e'),
  inPath('combining marks', '%CC%81%CC%A7'),
  inPath('invisible characters', '%E2%80%8B'),
  inPath('bytes that are no UTF-8', '%ff.'),
  inPath('text behind a code', '%EF%BC%8C%E9%A2%86'),
  inPath('a preview of dots', '.+'),
  inPath('forwarded dots with semicolons', '/%2e%2e;', PATH, '/forwards'),
  inPath('forwarded segments', '/a', PATH, '/forwards'),
  inQuery('forwarded plus signs', '+&'),
  inQuery('forwarded plus signs below 8 KB', '+&', 7900),
  inQuery('forwarded parameters', 'a=b&', 8000),
  inQuery('campaign tags', 'utm_source=&'),
  inHeader('User-Agent', 'Mozilla/5.0 ', '/forwards'),
  inHeader('User-Agent', '(', '/forwards'),
  inHeader('Accept-Language', 'zh,', '/forwards'),
  inHeader('Accept-Language', 'a;q=0.1,'),
  inHeader('Cookie', 'a=b;'),
  inHeader('Accept-Encoding', 'br;q=1,'),
  inHeader('If-None-Match', '"a",', '/favicon.svg'),
  inHeader('X-Forwarded-For', '::1,'),
  inHeader('X-Forwarded-Proto', 'http,', '/'),
  inHeader('Referer', 'https://', '/forwards'),
  inHeader('Authorization', 'bearer a ', '/api/urls'),
  inHeader('Sec-Purpose', 'pre ', '/forwards'),
  inHeader('DNT', ', 1;', '/forwards'),
  {
    name: '170 headers',
    target: '/a.',
    headers: Array.from({ length: 170 }, (_, index) => `X-${index}: ${'a'.repeat(300)}`),
  },
  inBody('urlencoded fields', form, 'a=&'),
  inBody('percent signs', form, '%25', 'username='),
  inBody('JSON members', 'application/json', '"a":1,', '{', '"b":1}'),
  inBody('brackets', 'application/json', '[', '{"a":'),
  inBody('a password of marks', 'application/json', '\u0301\u0327', '{"password":"', '"}'),
  inBody(
    'parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n',
    '',
    '--x--',
  ),
];
