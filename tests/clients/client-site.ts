import { expect } from 'bun:test';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  dropRepeated,
  readRecording,
  writeRecording,
  type Recording,
} from '../journeys/compat/recorded-file.ts';
import {
  describeAnswer,
  openClientSite,
  Placeholders,
  send,
  visit,
  type Headers,
  type Step,
} from '../journeys/compat/recording.ts';
import type { SetUpSite } from '../journeys/set-up-site.ts';
import type { Values } from './run-client.ts';

/** Headers that a face can read. */
const kept = [
  'accept',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-type',
  'host',
  'origin',
  'transfer-encoding',
  'x-api-key',
];

/** A site that notes what a client asks. */
export class ClientSite implements AsyncDisposable {
  readonly site: SetUpSite;
  readonly #protocol: string;
  readonly #steps: Step[] = [];
  readonly #token: string;
  readonly #front: Server;
  readonly #placeholders: Placeholders;

  private constructor(protocol: string, site: SetUpSite, token: string, front: Server) {
    this.#protocol = protocol;
    this.site = site;
    this.#token = token;
    this.#front = front;
    this.#placeholders = new Placeholders(this.url, token);
    front.on('request', (request, response) => void this.#answer(request, response));
  }

  static async open(protocol: string): Promise<ClientSite> {
    const front = createServer();
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const { site, token } = await openClientSite(protocol);
    return new ClientSite(protocol, site, token, front);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#front.address() as AddressInfo).port}`;
  }

  /** What a script of a client needs. */
  get values(): Values {
    return { SITE: this.url, TOKEN: this.#token };
  }

  short(code: string): string {
    return `${this.url}/${code}`;
  }

  async visit(visited: string, times = 1): Promise<void> {
    const visits = { visited, times };
    await visit(this.site, visits);
    this.#steps.push(visits);
  }

  /** Expects what `npm test` replays for this client; `--record` of the suite writes it. */
  expectRecorded(client: string): void {
    const recording: Recording = { protocol: this.#protocol, steps: dropRepeated(this.#steps) };
    if (process.env['RECORD_CLIENTS'] === '1') writeRecording(client, recording);
    // A page sends several calls at once.
    expect(sortSteps(recording)).toEqual(sortSteps(readRecording(client)));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(
      kept.flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const call = `${request.method} ${request.url}`;
    const sent = { call, headers, body: await text(request) };
    const answer = await send(this.site.url, sent);
    this.#note(sent, answer);
    const [, ...lines] = answer.head.split('\r\n');
    for (const line of lines) {
      const [name = '', value = ''] = line.split(/: */, 2);
      if (!/^(?:connection|transfer-encoding|content-length)$/i.test(name)) {
        response.appendHeader(name, value);
      }
    }
    response.writeHead(answer.status).end(answer.text);
  }

  #note(
    { call, headers, body }: { call: string; headers: Headers; body: string },
    answer: Awaited<ReturnType<typeof send>>,
  ): void {
    const places = this.#placeholders;
    this.#steps.push({
      call: places.hide(call),
      headers: places.hideHeaders(headers),
      ...(body !== '' && { body: places.hide(body) }),
      ...describeAnswer(headers, answer),
    });
    places.noteAnswer(answer.text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#front.close();
    this.#front.closeAllConnections();
    await this.site[Symbol.asyncDispose]();
  }
}

function sortSteps({ protocol, steps }: Recording): readonly string[] {
  return [protocol, ...steps.map((step) => JSON.stringify(step)).sort()];
}
