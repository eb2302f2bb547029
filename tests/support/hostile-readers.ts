import { joinCode } from '../../contracts/links/domain-code.ts';
import { exceedsShape } from '../../contracts/json-shape.ts';
import { normalizeHost, toDomain } from '../../contracts/domain-name.ts';
import { parseLongUrl } from '../../contracts/links/long-url.ts';
import { normalizeTag } from '../../contracts/links/tag-names.ts';
import { toLines, toSingleLine } from '../../contracts/text.ts';
import { findBlockedText } from '../../contracts/user-agent.ts';
import { readTime } from '../../contracts/stats/times.ts';
import { hashToken } from '../../server/account/tokens.ts';
import { DomainIndex } from '../../server/domains/domain-index.ts';
import * as spellings from '../../server/engine/texts/code-spellings.ts';
import { foldText, readableUrl } from '../../server/engine/texts/folded-texts.ts';
import { createFastVisit, parseFastVisit } from '../../server/front/fast-visit.ts';
import { RequestHead } from '../../server/front/request-head.ts';
import { asksForApi, readRequestLine } from '../../server/front/request-line.ts';
import { readFields } from '../../server/http/body/body.ts';
import { authenticateToken, readBearer } from '../../server/http/caller.ts';
import { chooseCoding } from '../../server/http/answer/choose-coding.ts';
import { limitKey, networkKey, TrustedProxies } from '../../server/http/client/client-address.ts';
import { matchesEtag } from '../../server/http/answer/etag.ts';
import { readParameter } from '../../server/http/body/header-parameter.ts';
import { isLocalCall } from '../../server/http/client/local-call.ts';
import { parseMultipart } from '../../server/http/body/multipart.ts';
import { requestedSite } from '../../server/http/client/requested-site.ts';
import { isOwnHost } from '../../server/links/look-up/own-host.ts';
import { listStoredSpellings } from '../../server/links/look-up/stored-spellings.ts';
import { findPreviewCodes } from '../../server/preview/preview.ts';
import { forward, isForwardable } from '../../server/redirect/route/forward.ts';
import { Visit } from '../../server/redirect/route/visit.ts';
import { parseVisitedCodes } from '../../server/redirect/visited-code.ts';
import { chosenColorScheme, preferredLanguage } from '../../server/site/visitor-choice.ts';
import { readApp } from '../../server/stats/classify/agents/browsers.ts';
import { condenseQuery, readCampaign } from '../../server/stats/classify/campaign.ts';
import { readLanguage } from '../../server/stats/classify/language.ts';
import { readReferrer } from '../../server/stats/classify/referrer.ts';
import {
  isRequestedByPrograms,
  splitRequested,
} from '../../server/stats/unknown-codes/requested-by-programs.ts';
import { isPrefetch } from '../../server/visits/visit-answers.ts';
import { ownerToken } from './owner.ts';

type Reader = (text: string) => unknown;

const domains = new DomainIndex();
domains.use([{ host: 'go.example', home_url: '', not_found_url: '' }]);
const proxies = new TrustedProxies(['127.0.0.0/8', '::1']);
const fastVisit = createFastVisit('x-country');
const blocked = Array.from({ length: 100 }, (_, index) => `bot number ${index}`);

/** The bytes that a client can send in a line. */
export function toLine(text: string): string {
  return Buffer.from(text.replaceAll(/[\r\n\0]/g, ' ')).toString('latin1');
}

function toPath(text: string): string {
  return toLine(text).replaceAll(/[ ?#]/g, '.');
}

function withHeader(name: string, read: (request: Request) => unknown): Reader {
  return (text) => read(new Request('http://go.example/a', { headers: { [name]: toLine(text) } }));
}

/** Reads the head as the front does: a refused one is not read any further. */
function readHead(text: string): RequestHead {
  const head = new RequestHead();
  head.take(Buffer.from(text, 'latin1'), 0);
  return head;
}

function afterFront(read: (url: string) => unknown): Reader {
  return (text) => {
    const path = toPath(text);
    const { fault } = readRequestLine(`GET /${path} HTTP/1.1`);
    return fault === null ? read(`http://go.example/${path}`) : fault;
  };
}

function inHead(write: (line: string) => string): Reader {
  return (text) => {
    const head = `${write(toLine(text))}\r\n\r\n`;
    parseFastVisit(Buffer.from(head, 'latin1'), 0, fastVisit);
    return readHead(head);
  };
}

function post(type: string, body: string): unknown {
  const request = new Request('http://go.example/api/login', {
    method: 'POST',
    headers: { 'content-type': type },
  });
  try {
    return readFields(request, Buffer.from(body));
  } catch (error) {
    return error;
  }
}

function visit(source: { userAgent?: string; languages?: string; query?: string; path?: string }) {
  const read = new Visit({
    time: 0,
    userAgent: '',
    languages: '',
    query: '',
    ...source,
    address: '',
    country: '',
    drawsAnew: false,
  });
  return [read.agent, read.app, read.language, read.isScan, read.parameters, read.draw('a')];
}

const headerNames = ['Host', 'User-Agent', 'Cookie', 'Expect', 'Content-Length', 'X-Forwarded-For'];

/** Every function that reads what a visitor sends, by name. */
export const readers: Readonly<Record<string, Reader>> = {
  foldCode: spellings.foldCode,
  normalizeCode: spellings.normalizeCode,
  trimCode: spellings.trimCode,
  listPossibleCodes: spellings.listPossibleCodes,
  getCodeFamily: spellings.getCodeFamily,
  'a visited code': afterFront((url) => {
    const [visited] = parseVisitedCodes(url);
    if (visited === undefined) return null;
    const typed = joinCode('', visited.code);
    return [listStoredSpellings(typed).map(spellings.foldCode), findPreviewCodes(typed)];
  }),
  parseVisitedCodes: (text) => parseVisitedCodes(`http://go.example/${toPath(text)}`),
  'visited codes of several segments': (text) =>
    parseVisitedCodes(`http://go.example/a/${toPath(text)}`),
  'the segments of a visit': (text) =>
    parseVisitedCodes(`http://go.example/a/${toPath(text).split('').join('/')}`),
  findPreviewCodes: (text) => findPreviewCodes(`${text}+`),
  'unknown codes': (text) => [splitRequested(text), isRequestedByPrograms(text)],
  'unknown codes of a domain': (text) => splitRequested(joinCode(text, 'a')),
  normalizeHost,
  toDomain,
  parseLongUrl: (text) => [parseLongUrl(text), parseLongUrl(`https://${text}`)],
  isOwnHost: (text) => isOwnHost('https://a.example/', [text]),
  toSingleLine,
  toLines,
  normalizeTag,
  foldText,
  readableUrl,
  findBlockedText: (text) => findBlockedText(text, blocked),
  'the Host of a further domain': (text) => domains.find(text),
  'the request line': (text) => readRequestLine(`GET /${toLine(text)} HTTP/1.1`),
  'a request line without an end': (text) => readHead(toLine(text)),
  asksForApi,
  'the query in a head': inHead((line) => `GET /a?${line} HTTP/1.1\r\nHost: a`),
  ...Object.fromEntries(
    headerNames.map((name) => [
      `${name} in a head`,
      inHead((line) => `GET /a HTTP/1.1\r\nHost: a\r\n${name}: ${line}`),
    ]),
  ),
  'header lines': (text) => readHead(`GET / HTTP/1.1\r\n${text.split('').join(':\r\n')}\r\n\r\n`),
  'X-Forwarded-For': (text) => proxies.clientAddress('127.0.0.1', text),
  'trusted addresses in X-Forwarded-For': (text) =>
    proxies.clientAddress('127.0.0.1', text.replaceAll(/[^]/gu, '::1,')),
  addresses: (text) => [limitKey(text), networkKey(text)],
  'Accept-Encoding': (text) => chooseCoding(text, ['br', 'gzip']),
  'If-None-Match': withHeader('if-none-match', (request) => matchesEtag(request, '"a"')),
  'Sec-Purpose': withHeader('sec-purpose', ({ headers }) => isPrefetch(headers)),
  'X-Forwarded-Proto': withHeader('x-forwarded-proto', requestedSite),
  'Accept-Language of a page': withHeader('accept-language', preferredLanguage),
  Cookie: withHeader('cookie', (request) => [
    preferredLanguage(request),
    chosenColorScheme(request),
  ]),
  Authorization: (text) =>
    authenticateToken(
      readBearer(
        new Request('http://a/', { headers: { authorization: `Bearer ${toLine(text)}` } }),
      ),
      '',
      () => Promise.resolve(ownerToken),
    ).catch(String),
  'the hash of a token': hashToken,
  isLocalCall: (text) =>
    isLocalCall(new Request('http://localhost/', { headers: { host: toLine(text) } }), {
      address: '127.0.0.1',
      port: 80,
    }),
  'Content-Type': (text) => readParameter(text, 'boundary'),
  'a query of a call': (text) =>
    readFields(new Request(`http://a/?${toPath(text)}`), new Uint8Array()),
  'urlencoded fields': (text) => post('application/x-www-form-urlencoded', text),
  'JSON fields': (text) => post('application/json', `{"a":${text}}`),
  'a JSON text': (text) => post('application/json', JSON.stringify({ a: text })),
  'the shape of JSON': (text) => exceedsShape(Buffer.from(text), { members: 64, depth: 32 }),
  'multipart fields': (text) =>
    post(
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; ${text}\r\n\r\n--x--`,
    ),
  'multipart content': (text) => {
    const head = '--x\r\nContent-Disposition: form-data; name=a\r\n\r\n';
    return parseMultipart(Buffer.from(`${head}${text}\r\n--x--`), 'a; boundary=x', 64);
  },
  readTime: (text) => readTime(text, 'end', 'UTC'),
  'a visit by user agent': (text) => visit({ userAgent: text }),
  'a visit by language': (text) => visit({ languages: text }),
  'a visit by query': (text) => visit({ query: toPath(text) }),
  readApp,
  readCampaign: (text) => readCampaign(toLine(text)),
  condenseQuery: (text) => condenseQuery(toLine(text)),
  readLanguage,
  readReferrer: (text) => [readReferrer(`https://${text}`), readReferrer(`android-app://${text}`)],
  'a forwarded query': (text) => forward('https://a.example/?b=c', '', toPath(text)),
  'a forwarded path': (text) =>
    isForwardable(toPath(text)) ? forward('https://a.example/', toPath(text), '') : '',
};
