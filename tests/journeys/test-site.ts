import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '../../contracts/envelope.ts';
import type { Route } from '../../contracts/route.ts';
import { readConfig, type Config } from '../../server/config.ts';
import type { PageTitles } from '../../server/page-titles/page-title.ts';
import { insertFirstAccount } from '../../server/account/account.store.ts';
import { openEngine } from '../../server/engine/open-engine.ts';
import { COMMAND } from '../support/brisk-command.ts';
import { copyEmptyDatabase, databaseEnvironment } from '../support/test-engine.ts';
import { startServer, type RunningServer } from '../../server/serve.ts';
import { owner } from '../support/owner.ts';

export const admin = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };

/** Of the administrator's password, by Argon2id at its lowest cost: hundreds of tests log in. */
const ADMIN_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$b41okNzSFaFJpFIYyKx/8lhFgrgr9eAuMtWoP2gH3so$lj4jjdFO1Rv/BHicqUSNltpm/q3HOKN07M/Dr+xa0Qw';

/** Foreign pages have no titles in most journeys. */
const noTitles: PageTitles = {
  fetch: () => Promise.resolve({ title: '', description: '' }),
  close: () => undefined,
};

export interface TestSiteOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly pageTitles?: PageTitles;
  /** The data directory of an existing site. The default is a new one, removed at the end. */
  readonly dataDir?: string;
  /** Whether the administrator exists before the site starts. */
  readonly isSetUp?: boolean;
}

/** A whole site on a free port, with its own database. */
export class TestSite implements AsyncDisposable {
  readonly dataDir: string;
  /** The lines of the audit. */
  readonly audit: readonly string[];
  readonly #server: RunningServer;
  readonly #keepsData: boolean;

  private constructor(
    server: RunningServer,
    dataDir: string,
    keepsData: boolean,
    audit: readonly string[],
  ) {
    this.audit = audit;
    this.#server = server;
    this.dataDir = dataDir;
    this.#keepsData = keepsData;
  }

  static async open(options: TestSiteOptions = {}): Promise<TestSite> {
    const { env, pageTitles, dataDir, isSetUp = false } = options;
    const directory = dataDir ?? createDataDir();
    if (dataDir === undefined) await copyEmptyDatabase(directory);
    const config = readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: directory,
      ...(await databaseEnvironment(directory)),
      ...env,
    });
    if (isSetUp) await storeAdministrator(config);
    const audit: string[] = [];
    const titles = pageTitles ?? noTitles;
    const server = await startServer(config, {
      pageTitles: titles,
      closingMs: 0,
      command: COMMAND,
      auditTo: { write: (line) => void audit.push(line) },
    });
    await server.ready;
    return new TestSite(server, directory, dataDir !== undefined, audit);
  }

  get url(): string {
    return this.#server.url;
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(new URL(path, this.url), { redirect: 'manual', ...init });
  }

  /** Calls a route with JSON (POST) or a query (GET); returns the envelope. */
  async call(route: Route, fields: object = {}, token?: string): Promise<Envelope<unknown>> {
    const response = await this.send(route, fields, token);
    return (await response.json()) as Envelope<unknown>;
  }

  send(route: Route, fields: object = {}, token?: string): Promise<Response> {
    const headers: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    const [method] = route.methods;
    if (method === 'GET') {
      const query = new URLSearchParams(fields as Record<string, string>);
      return this.fetch(`${route.path}?${query.toString()}`, { headers });
    }
    headers['content-type'] = 'application/json';
    return this.fetch(pathOf(route, fields), { method, headers, body: JSON.stringify(fields) });
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    if (!this.#keepsData) rmSync(this.dataDir, { recursive: true, force: true });
  }
}

async function storeAdministrator(config: Config): Promise<void> {
  const engine = await openEngine(config, (error) => {
    throw error;
  });
  const { username, email } = admin;
  await insertFirstAccount(engine, owner, {
    username,
    email,
    password_hash: ADMIN_HASH,
    created_at: 0,
  });
  await engine.close();
}

/** The path of a call, with its `{name}` parts filled in. */
export function pathOf(route: Route, fields: object): string {
  const values = fields as Readonly<Record<string, unknown>>;
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

export function createDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'brisk-test-'));
}
