import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { createLink } from '../../../contracts/links/links.ts';
import { sendRaw } from '../raw-http.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { isShortRun } from '../../support/test-run.ts';

const HOST = 'Host: go.example';
const CLOSE = 'Connection: close';

let site: Awaited<ReturnType<typeof openSetUpSite>>;
beforeAll(async () => {
  site = await openSetUpSite();
  const link = { short_url: 'live', long_url: 'https://example.com/', title: 'x' };
  await site.call(createLink, link, site.token);
});
afterAll(() => site[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** All answers of a connection, each read to its declared length. */
async function ask(bytes: string, endsEarly = false): Promise<Answer[]> {
  const { head, body } = await sendRaw(site.url, bytes, { endsEarly });
  const answers: Answer[] = [];
  for (let rest = `${head}\r\n\r\n${body}`; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const [line = '', ...lines] = rest.slice(0, end - 4).split('\r\n');
    const headers = new Headers(lines.map((each) => each.split(/: ?(.*)/, 2) as [string, string]));
    const length = Number(headers.get('content-length') ?? 0);
    const text = Buffer.from(rest.slice(end)).subarray(0, length).toString();
    answers.push({ status: Number(line.split(' ')[1]), headers, body: text });
    rest = rest.slice(end + text.length);
  }
  return answers;
}

function request(line: string, ...headers: string[]): string {
  return [line, ...headers, '', ''].join('\r\n');
}

/** Invalid requests: their name, their bytes and the expected status. */
type Broken = readonly [what: string, bytes: string, status: number];

const LINES: readonly Broken[] = [
  ['a blank in the path', 'GET /a b HTTP/1.1', 400],
  ['two spaces after the method', 'GET  /live HTTP/1.1', 400],
  ['a blank at the end', 'GET /live HTTP/1.1 ', 400],
  ['a blank at the start', ' GET /live HTTP/1.1', 400],
  ['tabs', 'GET\t/live\tHTTP/1.1', 400],
  ['no version', 'GET /live', 400],
  ['no path', 'GET HTTP/1.1', 400],
  ['a method alone', 'GET', 400],
  ['HTTP/1.2', 'GET /live HTTP/1.2', 505],
  ['HTTP/2', 'GET /live HTTP/2', 505],
  ['HTTP/3.0', 'GET /live HTTP/3.0', 505],
  ['HTTP/0.9 by name', 'GET /live HTTP/0.9', 505],
  ['HTTP/1.11', 'GET /live HTTP/1.11', 505],
  ['a version in small letters', 'GET /live http/1.1', 505],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0', 505],
  ['another protocol', 'GET /live HTCPCP/1.0', 400],
  ['a method in small letters', 'get /live HTTP/1.1', 405],
  ['BREW', 'BREW /live HTTP/1.1', 405],
  ['PROPFIND', 'PROPFIND /live HTTP/1.1', 405],
  ['TRACE', 'TRACE /live HTTP/1.1', 405],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1', 405],
  ['CONNECT to a path', 'CONNECT /live HTTP/1.1', 405],
  ['a method of 2,000 letters', `${'A'.repeat(2000)} /live HTTP/1.1`, 405],
  ['a path of dots', `GET /a/${'.'.repeat(60_000)} HTTP/1.1`, 414],
  ['a path just above its limit', `GET /${'a'.repeat(8192)} HTTP/1.1`, 414],
  ['a query above its limit', `GET /live?${'a'.repeat(32_768)} HTTP/1.1`, 414],
  ['a line of blanks', `GET ${' '.repeat(60_000)} HTTP/1.1`, 414],
  ['a method that is no word', 'G(T /live HTTP/1.1', 400],
  ['OPTIONS of the whole server', 'OPTIONS * HTTP/1.1', 405],
  ['OPTIONS of a code', 'OPTIONS /live HTTP/1.1', 405],
  ['OPTIONS of a page', 'OPTIONS / HTTP/1.1', 405],
  ['POST to a page', 'POST /login HTTP/1.1', 405],
  ['DELETE of a file', 'DELETE /favicon.svg HTTP/1.1', 405],
  ['PATCH of an unknown path', 'PATCH /nothing/here HTTP/1.1', 405],
  ['GET of the whole server', 'GET * HTTP/1.1', 400],
  ['an authority', 'GET example.com:443 HTTP/1.1', 400],
  ['a path without its slash', 'GET live HTTP/1.1', 400],
  ['a backslash', 'GET \\live HTTP/1.1', 400],
  ['a URL that is not of the web', 'GET ftp://go.example/live HTTP/1.1', 400],
  ['a URL without a host', 'GET http:///live HTTP/1.1', 400],
  ['a URL with half an IPv6 address', 'GET http://[::1/live HTTP/1.1', 400],
  ['a zero in the path', 'GET /li\0ve HTTP/1.1', 400],
  ['a control character in the path', 'GET /live?a=\x01 HTTP/1.1', 400],
  ['DEL in the path', 'GET /li\x7fve HTTP/1.1', 400],
  ['a carriage return in the path', 'GET /li\rve HTTP/1.1', 400],
];

/** Redirects need no part of this header, so checking it costs nothing. */
const NO_MATTER = 'a name that is no word';

const HEADERS: readonly (readonly [what: string, lines: readonly string[], status: number])[] = [
  ['no Host', [], 400],
  ['Host twice', [HOST, HOST], 400],
  ['Host twice in different case', [HOST, 'hOST: go.example'], 400],
  ['two hosts', [HOST, 'Host: other.example'], 400],
  ['Host and an empty one', [HOST, 'Host:'], 400],
  ['a list of hosts', ['Host: go.example, other.example'], 400],
  ['a list of one host twice', ['Host: go.example,go.example'], 400],
  ['a host with a path', ['Host: go.example/a'], 400],
  ['a host with a user', ['Host: user@go.example'], 400],
  ['two words as a host', ['Host: go example'], 400],
  ['a host with two ports', ['Host: go.example:80:90'], 400],
  ['a host with a port of letters', ['Host: go.example:http'], 400],
  ['half an IPv6 address', ['Host: [::1'], 400],
  ['a line without a colon', [HOST, 'nonsense'], 400],
  ['a blank before the colon', [HOST, 'X-A : b'], 400],
  ['a header over two lines', [HOST, 'X-A: b', ' c'], 400],
  ['a header over two lines by a tab', [HOST, 'X-A: b', '\tc'], 400],
  ['a blank before the first header', [' X-A: b', HOST], 400],
  ['a header without a name', [HOST, ': b'], 400],
  [NO_MATTER, [HOST, 'X(A): b'], 400],
  ['a line feed alone', [HOST, 'X-A: b\nX-B: c'], 400],
  ['a body of another length than a number', [HOST, 'Content-Length: two'], 400],
  ['a body of less than nothing', [HOST, 'Content-Length: -1'], 400],
  ['a length with a sign', [HOST, 'Content-Length: +2'], 400],
  ['a length in hexadecimal', [HOST, 'Content-Length: 0x2'], 400],
  ['a length without digits', [HOST, 'Content-Length:'], 400],
  ['a length of 30 digits', [HOST, `Content-Length: ${'9'.repeat(30)}`], 400],
  ['a length twice', [HOST, 'Content-Length: 2', 'content-length: 2'], 400],
  ['two lengths', [HOST, 'Content-Length: 2', 'Content-Length: 3'], 400],
  ['a list of lengths', [HOST, 'Content-Length: 2, 2'], 400],
  ['a length and chunks', [HOST, 'Content-Length: 2', 'Transfer-Encoding: chunked'], 400],
  ['an unknown coding', [HOST, 'Transfer-Encoding: rot13'], 400],
  ['a coding around chunks', [HOST, 'Transfer-Encoding: gzip, chunked'], 400],
  ['chunks twice', [HOST, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], 400],
  ['chunks in chunks', [HOST, 'Transfer-Encoding: chunked, chunked'], 400],
  ['an unknown expectation', [HOST, 'Expect: tea'], 417],
  ['an unknown expectation beside a known one', [HOST, 'Expect: 100-continue, tea'], 417],
  ['a head of 100 KB', [HOST, `Cookie: ${'c'.repeat(100_000)}`], 431],
  ['a host of 1 KB', [`Host: ${'h'.repeat(1024)}`], 400],
  ['200 headers', [HOST, ...Array.from({ length: 200 }, (_, number) => `X-${number}: a`)], 431],
];

const broken: readonly Broken[] = [
  ...LINES.map(([what, line, status]): Broken => [what, request(line, HOST, CLOSE), status]),
  ...HEADERS.map(([what, lines, status]): Broken => {
    return [what, request('GET /live?"page" HTTP/1.1', ...lines), status];
  }),
  ['a zero in a header', request('HEAD / HTTP/1.0', 'X-A: b\0c'), 400],
  ['chunks in HTTP/1.0', request('POST / HTTP/1.0', 'Transfer-Encoding: chunked'), 400],
  ['two hosts in HTTP/1.0', request('GET / HTTP/1.0', HOST, HOST), 400],
  ['line feeds alone', request('GET / HTTP/1.1', HOST).replaceAll('\r\n', '\n'), 400],
  ['a greeting of SSH', 'SSH-2.0-OpenSSH_9.9\r\n', 400],
  ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['HTTP/0.9', 'GET /live\r\n', 400],
  ['a long head without an end', 'A'.repeat(200_000), 431],
  ['101 empty lines', `${'\r\n'.repeat(101)}GET / HTTP/1.1\r\n${HOST}\r\n\r\n`, 400],
];

/** Earlier requests of the connection, and their statuses. */
const before = [
  ['first', '', []],
  ['after a visit', request('GET /live HTTP/1.1', HOST), [302]],
  ['after a page', request('GET /login HTTP/1.1', HOST), [200]],
] as const;

describe.each(before.map((one, place) => [...one, place] as const))(
  'on a connection, %s, a bad request is refused with a message:',
  (...place) => {
    const [, others, statuses, at] = place;
    // In a short run each request stands in one of the places.
    const here = broken.filter((_, number) => !isShortRun || number % before.length === at);
    test.each(here)('%s', async (what, bytes, status) => {
      const answers = await ask(others + bytes);
      const last = answers.at(-1)!;
      expect([what, ...answers.map((answer) => answer.status)]).toEqual([
        what,
        ...statuses,
        status,
      ]);
      expect(last.headers.get('x-content-type-options')).toBe('nosniff');
      if (bytes.startsWith('HEAD')) return;
      expect(last.body).toStartWith(`${status} `);
      expect(last.body).toMatch(/: .+\.\n$/);
      expect(last.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(last.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
    });
  },
);

test.each(HEADERS.filter(([what, , status]) => status === 400 && what !== NO_MATTER))(
  'a bad request for a short link is refused alike: %s',
  async (_, lines, status) => {
    const [answer] = await ask(request('GET /live HTTP/1.1', ...lines));
    expect(answer!.status).toBe(status);
  },
);

test.each([
  ['a blank in the path', 'GET /api/urls now HTTP/1.1', 400, 'bad.request'],
  ['an unknown method', 'BREW /api/urls HTTP/1.1', 405, 'method.not.allowed'],
  ['a method of other paths', 'DELETE /api/urls HTTP/1.1', 405, 'method.not.allowed'],
  ['an unknown version', 'GET /api/urls HTTP/4.0', 505, 'bad.request'],
  ['a whole URL', 'BREW http://go.example/api?x HTTP/1.1', 405, 'method.not.allowed'],
] as const)(
  'a bad request for the API is refused in the envelope of %s',
  async (_, line, status, key) => {
    const [answer] = await ask(request(line, HOST, CLOSE));
    expect(answer!.status).toBe(status);
    expect(JSON.parse(answer!.body)).toMatchObject({ code: status, msg: key });
    expect(answer!.headers.get('content-type')).toStartWith('application/json');
    expect(answer!.headers.get('cache-control')).toBe('no-store');
    if (status === 405) expect(answer!.headers.get('allow')).toContain('GET');
  },
);

test.each([
  ['no digits', 'x\r\n{}\r\n0\r\n\r\n'],
  ['an empty size', '\r\n{}\r\n0\r\n\r\n'],
  ['a size with a sign', '+2\r\n{}\r\n0\r\n\r\n'],
  ['a size of 13 digits', '0000000000002\r\n{}\r\n0\r\n\r\n'],
  ['more than the size says', '2\r\n{}{}\r\n0\r\n\r\n'],
  ['line feeds alone', '2\n{}\n0\n\n'],
  ['an extension without an end', `2;${'a'.repeat(20_000)}`],
])('invalid chunks are refused with a message: %s', async (_, chunks) => {
  const head = request('POST /api/login HTTP/1.1', HOST, 'Transfer-Encoding: chunked');
  const [answer] = await ask(head + chunks);
  expect(answer!.status).toBe(400);
  expect(JSON.parse(answer!.body)).toMatchObject({ code: 400, msg: 'bad.request' });
});

describe('a request is accepted', () => {
  const page = request('GET /healthz HTTP/1.1', HOST);
  const last = request('GET /healthz HTTP/1.1', HOST, CLOSE);
  const visit = request('GET /live HTTP/1.1', HOST);
  const chunked = request('POST /api/login HTTP/1.1', HOST, 'Transfer-Encoding: CHUNKED');

  test.each([
    ['empty lines before the first', `\r\n\r\n\r\n${last}`, [200]],
    ['an empty line before a visit', `\r\n${visit}${last}`, [302, 200]],
    ['empty lines after a visit', `${visit}\r\n\r\n${visit}${last}`, [302, 302, 200]],
    ['empty lines after a page', `${page}\r\n\r\n${visit}\r\n${last}`, [200, 302, 200]],
    [
      'an empty line after a body',
      `${request('POST /api/login HTTP/1.1', HOST, 'Content-Length: 2')}{}\r\n${last}`,
      [200, 200],
    ],
    ['no Host in HTTP/1.0', request('GET /healthz HTTP/1.0'), [200]],
    ['a whole URL', request('GET http://go.example/live HTTP/1.1', HOST) + last, [302, 200]],
    ['an empty Host', request('GET /healthz HTTP/1.1', 'Host:') + last, [200, 200]],
    ['IPv6 with a port', request('GET /healthz HTTP/1.1', 'Host: [::1]:80') + last, [200, 200]],
    ['trailers', `${chunked}2\r\n{}\r\n0\r\nX-A: b\r\nX-B: c\r\n\r\n${last}`, [200, 200]],
    ['extensions', `${chunked}2;a="b"\r\n{}\r\n000;c\r\n\r\n${last}`, [200, 200]],
    [
      'the next one before a handler has answered',
      request('GET /api/urls HTTP/1.1', HOST).repeat(3) + last,
      [401, 401, 401, 200],
    ],
  ])('with %s', async (_, bytes, statuses) => {
    expect((await ask(bytes)).map(({ status }) => status)).toEqual([...statuses]);
  });

  test('when its sender closes their side before the answer', async () => {
    const fields = JSON.stringify({ username: 'ada', password: 'wrong password' });
    const lines = ['Content-Type: application/json', `Content-Length: ${fields.length}`];
    const bytes = request('POST /api/login HTTP/1.1', HOST, ...lines) + fields;
    const [answer] = await ask(bytes, true);
    expect(JSON.parse(answer!.body)).toMatchObject({ code: 400, msg: 'password.error' });
  });

  test.each([
    ['head', 'GET /api/urls HTTP/1.1\r\nHo'],
    ['body', request('POST /api/login HTTP/1.1', HOST, 'Content-Length: 9') + '{'],
  ])(
    'and refused with a message when its sender closes their side within its %s',
    async (_, bytes) => {
      const [answer] = await ask(bytes, true);
      expect(answer!.status).toBe(400);
      expect(JSON.parse(answer!.body)).toMatchObject({ code: 400, msg: 'bad.request' });
    },
  );
});

test('a cookie of 16 KB and a query of 8,192 characters are accepted on both paths', async () => {
  const cookie = `Cookie: c=${'c'.repeat(16_384)}`;
  const query = 'q'.repeat(8192);
  for (const target of [`/live?${query}`, `/live?"${query}`, `/login?${query}`]) {
    const bytes = request(`GET ${target} HTTP/1.1`, HOST, cookie, CLOSE);
    const [answer] = await ask(bytes);
    expect([target.slice(0, 7), answer!.status]).toEqual([
      target.slice(0, 7),
      target.startsWith('/login') ? 200 : 302,
    ]);
  }
});

/** Sends the body after 100 Continue; resolves with everything the server sent. */
function expectContinue(expectation: string, body: string): Promise<string> {
  const length = `Content-Length: ${body.length}`;
  const lines = [HOST, 'Content-Type: application/json', length, expectation, CLOSE];
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () =>
      socket.write(request('POST /api/login HTTP/1.1', ...lines)),
    );
    socket.setTimeout(100_000, () => socket.destroy(new Error(`no word: ${text}`)));
    socket.on('data', (chunk: Buffer) => {
      if (text === '') socket.write(body);
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

test.each(['100-continue', '100-Continue', '100-CONTINUE', ' 100-continue ', '100-continue,'])(
  'a client that expects %j gets 100 Continue before it sends the body',
  async (value) => {
    const text = await expectContinue(`EXPECT:${value}`, '{"username":"ada"}');
    expect(text).toStartWith('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n');
    expect(text).toContain('password.not.allow.empty');
  },
);

test('an HTTP/1.0 client gets no 100 Continue, which it would take for the answer', async () => {
  const lines = ['Content-Length: 2', 'Expect: 100-continue'];
  const [answer] = await ask(`${request('POST /api/login HTTP/1.0', ...lines)}{}`);
  expect(answer!.status).toBe(200);
});
