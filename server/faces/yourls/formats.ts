import type { Fields } from '../../http/body/body.ts';

/** What a call is answered with: its members in order, and the text of `format=simple`. */
export interface Answer {
  readonly status: number;
  readonly members: Readonly<Record<string, unknown>>;
  readonly simple: string;
}

export function failed(status: number, members: Answer['members'] & { message: string }): Answer {
  return { status, members, simple: members.message };
}

const mediaTypes = {
  json: 'application/json',
  jsonp: 'application/javascript',
  xml: 'application/xml',
  simple: 'text/plain',
} as const;
type Format = keyof typeof mediaTypes;

const CALLBACK = /^[A-Za-z0-9_$.]{1,100}$/;

const badCallback: Answer = {
  status: 400,
  members: { errorCode: '400', error: 'Invalid callback parameter' },
  simple: '',
};

/** XML without a format; what YOURLS does not know, `JSON` included, is text. */
function readFormat({ format }: Fields): Format {
  if (format === undefined || format === '') return 'xml';
  return typeof format === 'string' && Object.hasOwn(mediaTypes, format)
    ? (format as Format)
    : 'simple';
}

/** Null = the name of the callback cannot be used. */
function readCallback({ callback = '', jsonp = '' }: Fields): string | null {
  const name = callback === '' ? jsonp : callback;
  if (name === '') return '';
  return typeof name === 'string' && CALLBACK.test(name) ? name : null;
}

export function writeAnswer(answer: Answer, fields: Fields): Response {
  const format = readFormat(fields);
  const callback = readCallback(fields);
  if (callback === null && format.startsWith('json')) return write(badCallback, 'json', '');
  return write(answer, format, callback ?? '');
}

function write({ status, members, simple }: Answer, format: Format, callback: string): Response {
  const named = callback === '' ? members : { ...members, callback };
  const body = {
    json: () => JSON.stringify(named),
    jsonp: () => `${callback}(${escapeLines(JSON.stringify(members))})`,
    xml: () => `<?xml version="1.0" encoding="UTF-8"?>\n<root>${toXml(members)}</root>`,
    simple: () => simple,
  }[format]();
  return new Response(body, {
    status,
    headers: { 'Content-Type': `${mediaTypes[format]}; charset=utf-8` },
  });
}

/** Older engines end a line of a script at these. */
function escapeLines(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function toXml(members: object): string {
  return Object.entries(members)
    .map(([name, value]) => `<${name}>${toXmlValue(value)}</${name}>`)
    .join('');
}

function toXmlValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? toXml(value) : escapeXml(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Without the characters that no XML may have. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character]!);
}
