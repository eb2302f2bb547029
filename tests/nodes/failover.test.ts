import { expect, test } from 'bun:test';
import { createLink, getLink } from '../../contracts/links/links.ts';
import { PostgresServer } from '../postgres/postgres-server.ts';
import { TcpProxy } from '../postgres/tcp-proxy.ts';
import { Crowd, crowdEnv } from '../torture/crowd.ts';
import { Dice } from '../torture/dice.ts';
import { Ledger } from '../torture/ledger.ts';
import type { SiteCaller } from '../torture/site-caller.ts';
import { databaseOf, startNodes } from './node.ts';
import { addSteadyLinks, findViolations, readCounts } from './steady-links.ts';
import { seed } from '../support/random.ts';
import { chooseForRun, testInAll } from '../support/test-run.ts';
import { withSlack } from '../support/promised-time.ts';

const STEADY = 20;
const CONNECTIONS = 30;
const CREATED = chooseForRun(10, 30);
/** Each node must write again within this time after the promotion. */
const RECOVERED_MS = 5000;

/** The limit for a silent host: two keep-alive checks and one failed connection. */
const SILENT_MS = 12_000;

/** Creates links one after the other, and remembers the acknowledged ones. */
class Creator {
  readonly created = new Map<string, string>();
  readonly #caller: SiteCaller;
  readonly #name: string;
  #tries = 0;

  constructor(caller: SiteCaller, name: string) {
    this.#caller = caller;
    this.#name = name;
  }

  /** Tries new codes until `count` more links are acknowledged. */
  async create(count: number): Promise<void> {
    const goal = this.created.size + count;
    while (this.created.size < goal) await this.tryOne();
  }

  async tryOne(): Promise<boolean> {
    this.#tries += 1;
    const code = `${this.#name}-${this.#tries}`;
    const longUrl = `https://example.com/${code}`;
    const fields = { short_url: code, long_url: longUrl, title: 'fail-over' };
    const answer = await this.#caller.call(createLink, fields);
    if (answer.code === 200) this.created.set(code, longUrl);
    else expect(answer.msg).toBe('storage.unavailable');
    return answer.code === 200;
  }

  /** The acknowledged codes that do not exist. */
  async findLost(): Promise<string[]> {
    const lost: string[] = [];
    for (const [code, longUrl] of this.created) {
      const { data } = await this.#caller.call(getLink, { short_url: code });
      if ((data as { long_url?: string } | null)?.long_url !== longUrl) lost.push(code);
    }
    return lost;
  }
}

testInAll(
  'a node writes through another host when the first one falls silent',
  async () => {
    await using postgres = await PostgresServer.start();
    const database = databaseOf(await postgres.createDatabase());
    using proxy = await TcpProxy.start(postgres);
    // Two addresses of one server, of which the first one can fail.
    const hosts = [proxy, postgres].map(({ port }) => `127.0.0.1:${port}`).join(',');
    await using site = await startNodes(1, `postgres://postgres@${hosts}/${database}`);
    const caller = site.nodes[0]!.caller(await site.nodes[0]!.caller().signIn());
    const creator = new Creator(caller, 'silent');
    await creator.create(1);
    proxy.blackHole();
    const since = performance.now();
    await creator.create(1);
    expect(performance.now() - since).toBeLessThan(withSlack(SILENT_MS));
    expect(await creator.findLost()).toEqual([]);
  },
  300_000,
);

test(`nodes continue with a promoted standby by themselves, and nothing is lost (seed ${seed})`, async () => {
  const dice = new Dice(seed);
  const ledger = new Ledger();
  await using primary = await PostgresServer.start();
  const database = databaseOf(await primary.createDatabase());
  await using standby = await PostgresServer.start({ standbyOf: primary, synchronous: true });
  const hosts = [primary, standby].map(({ host, port }) => `${host}:${port}`).join(',');
  const databaseUrl = `postgres://postgres@${hosts}/${database}?target_session_attrs=read-write`;
  await addSteadyLinks(databaseUrl, ledger, STEADY);
  await using site = await startNodes(2, databaseUrl, { CLICK_FLUSH_SECONDS: '1', ...crowdEnv });
  const token = await site.nodes[0]!.caller().signIn();
  const creators = site.nodes.map((node, index) => new Creator(node.caller(token), `node${index}`));
  const crowds = site.nodes.map(
    ({ server: { port } }) => new Crowd({ ledger, dice, port, connections: CONNECTIONS }),
  );
  const visits = Promise.all(crowds.map((crowd) => crowd.run()));
  await Promise.all(creators.map((creator) => creator.create(CREATED)));

  const promotion = new AbortController();
  const unbroken = Promise.all(
    creators.map(async (creator) => {
      // Keeps creating while the primary is killed.
      while (!promotion.signal.aborted) await creator.tryOne();
    }),
  );
  await primary.kill();
  await standby.promote();
  promotion.abort();
  const since = performance.now();
  const recoveries = creators.map(async (creator) => {
    while (!(await creator.tryOne()));
    return performance.now() - since;
  });
  const times = await Promise.all(recoveries);
  await unbroken;
  for (const time of times) expect(time).toBeLessThan(withSlack(RECOVERED_MS));
  await Promise.all(creators.map((creator) => creator.create(CREATED)));

  for (const crowd of crowds) crowd.stop();
  await visits;
  expect(await Promise.all(creators.map((creator) => creator.findLost()))).toEqual([[], []]);
  for (const { server } of site.nodes) expect(await server.end('SIGTERM')).toBe(0);
  const counts = await readCounts(standby, database);
  expect([...findViolations(ledger), ...ledger.findBrokenCounts(counts)]).toEqual([]);
  expect(ledger.acknowledged).toBeGreaterThan(0);
}, 300_000);
