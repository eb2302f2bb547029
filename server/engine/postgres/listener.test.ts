import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { PostgresServer } from '../../../tests/postgres/postgres-server.ts';
import { TcpProxy } from '../../../tests/postgres/tcp-proxy.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { CHANGE_CHANNEL, PostgresListener } from './listener.ts';
import { isUnavailable } from './pool.ts';

/** Short for the detection of dead connections, long enough for a busy server. */
const PING_MS = 1000;

let server: PostgresServer;
let proxy: TcpProxy;
beforeAll(async () => {
  server = await PostgresServer.start();
}, 300_000);
afterAll(() => server.stop());
beforeEach(async () => {
  proxy = await TcpProxy.start(server);
});
afterEach(() => proxy[Symbol.dispose]());

/** Counts the changes and collects the errors that a listener reports. */
class Witness implements AsyncDisposable {
  readonly listener: PostgresListener;
  changes = 0;
  readonly errors: unknown[] = [];
  #onChange: (() => void) | null = null;
  #onError: (() => void) | null = null;

  constructor(url: string) {
    this.listener = new PostgresListener(parseDatabaseUrl(url), {
      pingMs: PING_MS,
      onChange: () => {
        this.changes += 1;
        this.#onChange?.();
      },
      onError: (error) => {
        this.errors.push(error);
        this.#onError?.();
      },
    });
  }

  change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }

  error(): Promise<void> {
    return new Promise((resolve) => {
      this.#onError = resolve;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.listener.close();
  }
}

async function notify(): Promise<void> {
  await server.query('postgres', `notify ${CHANGE_CHANNEL}`);
}

test('the listener reports its start and each notification', async () => {
  await using witness = new Witness(proxy.url('postgres'));
  await witness.change();
  for (let time = 0; time < 3; time += 1) {
    const reported = witness.change();
    await notify();
    await reported;
  }
  expect(witness.changes).toBe(4);
  expect(witness.errors).toEqual([]);
});

test('the listener replaces a cut connection and pulls the missed changes', async () => {
  await using witness = new Witness(proxy.url('postgres'));
  await witness.change();
  proxy.refuse();
  proxy.cutAll();
  await notify();
  const back = witness.change();
  await proxy.accept();
  await back;
  const reported = witness.change();
  await notify();
  await reported;
  // One error for the outage, however many attempts failed.
  expect(witness.errors.map(isUnavailable)).toEqual([true]);
}, 300_000);

test('a silently dead connection is noticed and replaced', async () => {
  await using witness = new Witness(proxy.url('postgres'));
  await witness.change();
  const noticed = witness.error();
  proxy.blackHole();
  await notify();
  await noticed;
  const back = witness.change();
  proxy.passOn();
  await back;
  expect(witness.errors.map(isUnavailable)).toEqual([true]);
}, 300_000);

test('the listener finds the standby that takes over for a killed database', async () => {
  await using standby = await PostgresServer.start({ standbyOf: server });
  const hosts = `127.0.0.1:${server.port},127.0.0.1:${standby.port}`;
  await using witness = new Witness(`postgres://postgres@${hosts}/postgres`);
  await witness.change();
  await server.kill();
  const back = witness.change();
  await standby.promote();
  await back;
  const reported = witness.change();
  await standby.query('postgres', `notify ${CHANGE_CHANNEL}`);
  await reported;
  await server.startAgain();
}, 300_000);

test('after closing, the listener is silent and disconnected', async () => {
  const witness = new Witness(proxy.url('postgres'));
  await witness.change();
  const { changes } = witness;
  await witness.listener.close();
  await notify();
  expect(witness.changes).toBe(changes);
  const listeners = `select from pg_stat_activity where application_name = 'brisk'`;
  for (let left = 1; left > 0;) left = (await server.query('postgres', listeners)).length;

  server.freeze();
  await new Witness(proxy.url('postgres')).listener.close();
  server.thaw();
}, 300_000);
