import type { Scope } from '../../../contracts/access.constants.ts';
import { addDomain } from '../../../contracts/domains.ts';
import { setOption } from '../../../contracts/site.ts';
import { createToken, expectData } from '../people/people-steps.ts';
import { sendRaw } from '../raw-http.ts';
import { drain, openSetUpSite, type SetUpSite } from '../set-up-site.ts';

export type Headers = Readonly<Record<string, string>>;

/** A request in which placeholders stand for what differs from site to site, and its answer. */
export interface RecordedCall {
  /** A method and a path. */
  readonly call: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly status: number;
  readonly answer: Shape;
  /** What pages of other sites may do, if one of them sent it. */
  readonly allowed?: Headers;
}

/** A person, a bot and a preview visit a link, some times each. */
export interface RecordedVisits {
  readonly visited: string;
  readonly times: number;
}

export type Step = RecordedCall | RecordedVisits;

/** Types in the place of values. */
export type Shape = string | readonly Shape[] | { readonly [member: string]: Shape };

/** A further domain of the sites on which clients run. */
export const furtherDomain = 'go.example';

const visitors = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
];

/** Members that clients compare. */
const compared = new Set(['type', 'code', 'status', 'error_code', 'errorCode', 'action']);

const scopes: Scope[] = [
  'links:read',
  'links:create',
  'links:write',
  'stats:read',
  'domains:write',
];

/** Opens a site for a client, which speaks `protocol`, and makes a token for all its calls. */
export async function openClientSite(
  protocol: string,
): Promise<{ readonly site: SetUpSite; readonly token: string }> {
  const site = await openSetUpSite();
  const option = { key: 'compat', value: JSON.stringify({ [protocol]: 1 }) };
  await expectData(site, setOption, option, site.token);
  await expectData(site, addDomain, { host: furtherDomain }, site.token);
  return { site, token: await createToken(site, site.token, { scopes, name: 'Client' }) };
}

export async function visit(site: SetUpSite, visits: RecordedVisits): Promise<void> {
  for (let round = 0; round < visits.times; round += 1) {
    for (const agent of visitors) {
      await site.fetch(`/${visits.visited}`, { headers: { 'user-agent': agent } });
    }
  }
  await drain(site);
}

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly type: string;
  readonly text: string;
}

/** Sends a request as it is: `fetch` would drop the body of a GET. */
export async function send(
  url: string,
  { call, headers, body = '' }: Pick<RecordedCall, 'call' | 'headers' | 'body'>,
): Promise<Answer> {
  const isChunked = headers['transfer-encoding'] === 'chunked';
  const size = Buffer.byteLength(body);
  const lines = [
    `${call} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' || isChunked ? [] : [`content-length: ${size}`]),
    'connection: close',
  ];
  const sent = isChunked ? `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${sent}`);
  const { status, head, body: text } = await sendRaw(url, bytes);
  return { status, head, text, type: /^content-type: *(.*?)\r?$/im.exec(head)?.[1] ?? '' };
}

/** The headers of an answer with which a browser decides whether a page of another site gets it. */
function readAllowed(head: string): Headers {
  const lines = head.toLowerCase().matchAll(/^(access-control-[\w-]+): *(.*?)\r?$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

/** What a client needs of an answer to a call with these headers. */
export function describeAnswer(
  { origin }: Headers,
  answer: Answer,
): Pick<RecordedCall, 'status' | 'answer' | 'allowed'> {
  return {
    status: answer.status,
    answer: shapeAnswer(answer),
    ...(origin !== undefined && { allowed: readAllowed(answer.head) }),
  };
}

function shapeAnswer({ type, text }: Answer): Shape {
  if (!/^application\/(?:[\w.]+\+)?json/.test(type)) return text === '' ? 'nothing' : type;
  return shapeValue(JSON.parse(text), '');
}

function shapeValue(value: unknown, name: string): Shape {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => shapeValue(one, ''));
  if (typeof value === 'object') {
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([key, member]) => [key, shapeValue(member, key)]));
  }
  const isCompared = typeof value === 'string' && (compared.has(name) || isConstant(value));
  return isCompared ? value : typeof value;
}

/** Whether a value looks like `ALREADY_A_BITLY_LINK`. */
function isConstant(value: string): boolean {
  return /^[A-Z]+(?:_[A-Z]+)+$/.test(value);
}

/** The page of another site from which a browser calls. */
const foreignOrigin = 'https://app.example';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days in an address that are not further away than this move with the present day. */
const DAYS_MAX = 370;

const idPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Puts placeholders into the requests to a site, and values into their place. */
export class Placeholders {
  /** Pairs of a placeholder and its value. */
  readonly #pairs: [name: string, value: string][];
  readonly #ids = new Set<string>();

  /** `url` is the address of the site, as the client knows it. */
  constructor(url: string, token: string) {
    const { host } = new URL(url);
    this.#pairs = [
      ['{token}', token],
      ['{host}', host],
      ['{encoded host}', encodeURIComponent(host)],
    ];
  }

  /** Later requests can have the ids of this answer. */
  noteAnswer(text: string): void {
    for (const [id] of text.matchAll(idPattern)) {
      if (this.#ids.has(id)) continue;
      this.#ids.add(id);
      this.#pairs.push([`{id ${this.#ids.size}}`, id]);
    }
  }

  hide(text: string): string {
    const hidden = this.#pairs.reduce((left, [name, value]) => left.replaceAll(value, name), text);
    return hidden.replaceAll(/(?<=[?&](?:start|end)Date=)\d{4}-\d\d-\d\d/g, (day) => {
      const away = Math.floor(Date.parse(day) / DAY_MS) - today();
      return Math.abs(away) > DAYS_MAX ? day : `{day ${away}}`;
    });
  }

  fill(text: string): string {
    const filled = this.#pairs.reduce((left, [name, value]) => left.replaceAll(name, value), text);
    return filled.replaceAll(/\{day (-?\d+)\}/g, (_, away: string) =>
      new Date((today() + Number(away)) * DAY_MS).toISOString().slice(0, 10),
    );
  }

  fillHeaders(headers: Headers): Headers {
    return mapValues(headers, (value) => this.fill(value));
  }

  hideHeaders(headers: Headers): Headers {
    const { origin, ...hidden } = mapValues(headers, (value) => this.hide(value));
    return origin === undefined ? hidden : { ...hidden, origin: foreignOrigin };
  }
}

function today(): number {
  return Math.floor(Date.now() / DAY_MS);
}

function mapValues(headers: Headers, change: (value: string) => string): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]));
}
