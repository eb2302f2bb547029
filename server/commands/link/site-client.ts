import { z } from 'zod';
import type { Route } from '../../../contracts/route.ts';
import { parseJson } from '../../../contracts/text.ts';
import { describeFailure } from './failure.ts';
import { toPlainText } from '../terminal.ts';
import type { RemoteSite } from './remote-site.ts';

/** Bytes. The longest answer is a page of 200 links with long rules. */
const ANSWER_MAX = 64 * 1024 * 1024;

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });

type Fields = Readonly<Record<string, unknown>>;

/** Calls the API of a site. Errors are sentences for the person at the terminal. */
export class SiteClient {
  readonly #site: RemoteSite;
  readonly #timeoutMs: number;

  constructor(site: RemoteSite, timeoutMs: number) {
    this.#site = site;
    this.#timeoutMs = timeoutMs;
  }

  async call<Reply>(route: Route, fields: Fields, reply: z.ZodType<Reply>): Promise<Reply> {
    const { status, headers, text } = await this.#send(route, fields);
    const answer = envelope.safeParse(parseJson(text));
    if (!answer.success) throw new Error(`${this.#name} is no Brisk site (status ${status})`);
    const { code, msg, data } = answer.data;
    if (code !== 200) throw new Error(describeFailure(code, msg, data, headers));
    const read = reply.safeParse(data);
    if (read.success) return read.data;
    throw new Error(`${this.#name} answers in a form that this version of Brisk does not know`);
  }

  get #name(): string {
    return this.#site.url.origin;
  }

  async #send(route: Route, fields: Fields) {
    try {
      const response = await fetch(...this.#toRequest(route, fields));
      this.#refuseForeign(response);
      const { status, headers } = response;
      return { status, headers, text: await this.#readText(response) };
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #toRequest(route: Route, fields: Fields): [string, RequestInit] {
    const { url: site, token } = this.#site;
    const url = new URL(fillPath(route.path, fields), site);
    const [method] = route.methods;
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
    };
    const signal = AbortSignal.timeout(this.#timeoutMs);
    // A redirect would send the token to another address.
    const request: RequestInit = { method, headers, signal, redirect: 'manual' };
    if (method === 'GET') {
      url.search = toQuery(fields);
      return [url.href, request];
    }
    headers['content-type'] = 'application/json';
    return [url.href, { ...request, body: JSON.stringify(fields) }];
  }

  #refuseForeign({ status, headers }: Response): void {
    if (status >= 300 && status < 400) {
      const to = URL.parse(headers.get('location') ?? '', this.#site.url.href)?.origin;
      const leavesSite = to !== undefined && to !== 'null' && to !== this.#name;
      throw new CallError(
        leavesSite
          ? `${this.#name} redirects to ${to}: if that is your site, set BRISK_URL to it`
          : `${this.#name} answers with a redirect (status ${status}), so it is no Brisk site`,
      );
    }
    const type = toPlainText(headers.get('content-type') ?? '')
      .split(';', 1)[0]!
      .slice(0, 64);
    if (type !== 'application/json') {
      throw new CallError(
        `${this.#name} answers with ${type || 'no type'} instead of JSON (status ${status}): it is no Brisk site, or a proxy answers for it`,
      );
    }
  }

  async #readText(response: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > ANSWER_MAX) {
        throw new CallError(`${this.#name} answers with more than ${ANSWER_MAX / 2 ** 20} MB`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  #explain(error: unknown): Error {
    if (error instanceof CallError) return error;
    const { name = '', code = '' } = error as { name?: string; code?: unknown };
    if (name === 'TimeoutError' || name === 'AbortError') {
      return new CallError(`${this.#name} did not answer within ${this.#timeoutMs / 1000} s`);
    }
    const reason = typeof code === 'string' && /^\w+$/.test(code) ? ` (${code})` : '';
    return new CallError(`cannot reach ${this.#name}${reason}`);
  }
}

class CallError extends Error {}

function fillPath(path: string, fields: Fields): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(fields[name])),
  );
}

function toQuery(fields: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
  return query.toString();
}
