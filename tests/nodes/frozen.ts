import type { Envelope } from '../../contracts/envelope.ts';
import { createLink } from '../../contracts/links/links.ts';
import { PostgresServer } from '../postgres/postgres-server.ts';
import type { SiteCaller } from '../torture/site-caller.ts';
import { databaseOf, Node } from './node.ts';
import { median, percentile99, TimedVisitors } from './timed-visitors.ts';

const LINKS = 50;
const CONNECTIONS = 8;
/** Redirects of one sample, and samples before the freeze. */
const SAMPLE = 2000;
const SAMPLES = 7;
/** More creates than the server has connections to the database. */
const CREATES = 30;
const UNAVAILABLE = 503;

interface TimedCall {
  readonly answer: Envelope<unknown>;
  readonly elapsed: number;
  /** Whether the answer came during the freeze. */
  readonly isEarly: boolean;
}

export interface FrozenReport {
  /** Medians of the samples' 99th percentiles, in milliseconds. */
  readonly p99: { readonly before: number; readonly frozen: number };
  /** Statuses of visits without a redirect. */
  readonly others: readonly number[];
  readonly health: readonly number[];
  readonly creates: readonly TimedCall[];
  /** The answer to a visitor of a link that was not in memory. */
  readonly cold: { readonly status: string | number; readonly elapsed: number };
  readonly redirects: ReadonlyMap<string, number>;
  readonly counts: ReadonlyMap<string, number>;
}

interface FrozenParts {
  readonly database: string;
  readonly caller: SiteCaller;
  readonly stack: AsyncDisposableStack;
}

/** A site on a private PostgreSQL that can be frozen. */
export class FrozenSite implements AsyncDisposable {
  readonly postgres: PostgresServer;
  readonly node: Node;
  readonly codes = Array.from({ length: LINKS }, (_, index) => `link${index}`);
  readonly #database: string;
  readonly #caller: SiteCaller;
  readonly #stack: AsyncDisposableStack;

  private constructor(
    postgres: PostgresServer,
    node: Node,
    { database, caller, stack }: FrozenParts,
  ) {
    this.postgres = postgres;
    this.node = node;
    this.#database = database;
    this.#caller = caller;
    this.#stack = stack;
  }

  static async open(workers = 1): Promise<FrozenSite> {
    await using stack = new AsyncDisposableStack();
    const postgres = stack.use(await PostgresServer.start());
    const url = await postgres.createDatabase();
    // Drains every second, so that a drain hangs too.
    const env = { CLICK_FLUSH_SECONDS: '1', WORKERS: String(workers) };
    const node = stack.use(new Node(url, env));
    await node.start();
    const caller = node.caller(await node.caller().signIn());
    const database = databaseOf(url);
    const site = new FrozenSite(postgres, node, { database, caller, stack: stack.move() });
    for (const code of [...site.codes, 'cold']) await site.create(code);
    return site;
  }

  create(code: string): Promise<Envelope<unknown>> {
    const fields = { long_url: `https://example.com/${code}`, short_url: code, title: 'frozen' };
    return this.#caller.call(createLink, fields);
  }

  visitors(): TimedVisitors {
    const { port } = this.node.server;
    return new TimedVisitors({ port, codes: this.codes, connections: CONNECTIONS });
  }

  async readCounts(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.postgres.query<{ short_url: string; clicks: string }>(
      this.#database,
      'select short_url, clicks from link join click_count on link_id = id where clicks > 0',
    );
    return new Map(rows.map(({ short_url: code, clicks }) => [code, Number(clicks)]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

interface FrozenLimits {
  /** Of every answer. */
  readonly longestMs: number;
  /** Of the 99th percentile of redirects, compared with before. */
  readonly slowerMax: number;
}

/** The faults of a report, in sentences. */
export function findFaults(report: FrozenReport, { longestMs, slowerMax }: FrozenLimits): string[] {
  const { p99, others, health, creates, cold, redirects, counts } = report;
  const faults: string[] = [];
  const expect = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault));
  const ratio = p99.frozen / p99.before;
  expect(ratio <= slowerMax, `redirects took ${ratio.toFixed(1)} times as long`);
  expect(others.length === 0, `visitors were not redirected: ${[...new Set(others)].join(', ')}`);
  expect(
    health.every((status) => status === 200),
    `/healthz answered ${health.join(', ')}`,
  );
  const refused = creates.filter(({ answer }) => answer.code !== 200);
  const messages = new Set(refused.map(({ answer }) => answer.msg));
  messages.delete('storage.unavailable');
  expect(messages.size === 0, `creates were answered ${[...messages].join(', ')}`);
  expect(
    refused.some(({ isEarly }) => isEarly),
    'no create was answered meanwhile',
  );
  const longest = Math.max(cold.elapsed, ...creates.map(({ elapsed }) => elapsed));
  expect(longest <= longestMs, `an answer took ${Math.round(longest)} ms`);
  expect(cold.status === UNAVAILABLE, `a visitor of another link got ${cold.status}`);
  for (const [code, clicks] of redirects) {
    const counted = counts.get(code) ?? 0;
    expect(counted === clicks, `/${code}: ${clicks} redirects, ${counted} clicks`);
  }
  return faults;
}

/** Freezes the database of a visited site, at least until a create and a visitor were answered. */
export async function freeze(seconds: number, sampleSize = SAMPLE): Promise<FrozenReport> {
  await using site = await FrozenSite.open();
  const { node, postgres } = site;
  const visitors = site.visitors();
  const sample = async (): Promise<number> => percentile99(await visitors.measure(sampleSize));
  const before: number[] = [];
  await sample();
  for (let count = 0; count < SAMPLES; count += 1) before.push(await sample());

  postgres.freeze();
  let isFrozen = true;
  const end = performance.now() + seconds * 1000;
  const creates = Array.from({ length: CREATES }, async (_, index): Promise<TimedCall> => {
    const since = performance.now();
    const answer = await site.create(`frozen${index}`);
    return { answer, elapsed: performance.now() - since, isEarly: isFrozen };
  });
  const since = performance.now();
  const cold = node.visit('cold').then((status) => {
    return { status, elapsed: performance.now() - since };
  });
  const frozen: number[] = [];
  const health: number[] = [];
  const wait = { isOver: false };
  const answered = Promise.all([Promise.race(creates), cold]).then(() => (wait.isOver = true));
  while (performance.now() < end || !wait.isOver) {
    frozen.push(await sample());
    health.push(await node.readHealth());
  }
  isFrozen = false;
  postgres.thaw();

  await answered;
  const calls = await Promise.all(creates);
  while ((await site.create('after')).code === UNAVAILABLE);
  await visitors.stop();
  await node.server.end('SIGTERM');
  // The stop is too short to count all of these clicks.
  await node.flush();
  return {
    p99: { before: median(before), frozen: median(frozen) },
    others: visitors.others,
    health,
    creates: calls,
    cold: await cold,
    redirects: visitors.redirects,
    counts: await site.readCounts(),
  };
}
