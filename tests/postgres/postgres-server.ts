import { chownSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { findFreePort } from '../support/free-port.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresAt } from './postgres-at.ts';
import {
  asUser,
  awaitReady,
  findBinaries,
  findServerUser,
  killServer,
  runProgram,
  signalServer,
  watchServer,
} from './postgres-processes.ts';

export interface PostgresServerOptions {
  /** Whether commits survive a power cut; false is faster. */
  readonly fsync?: boolean;
  /** The primary that this server copies and follows. */
  readonly standbyOf?: PostgresServer;
  /** Whether each commit of the primary waits for this server. */
  readonly synchronous?: boolean;
  readonly port?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** The parent of its directory; the temporary folder by default. */
  readonly parent?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const HOST = '127.0.0.1';

export class PostgresServer extends PostgresAt implements AsyncDisposable {
  readonly directory: string;
  readonly #socketDirectory: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #watcher: { end(): Promise<void> };
  #process: Bun.Subprocess | null = null;

  private constructor(port: number, home: string, settings: Readonly<Record<string, string>>) {
    super(HOST, port);
    this.directory = join(home, 'data');
    this.#socketDirectory = home;
    this.#settings = settings;
    this.#watcher = watchServer(this.directory, home);
  }

  static async start(options: PostgresServerOptions = {}): Promise<PostgresServer> {
    const { fsync = false, standbyOf, synchronous = false, settings, files = {} } = options;
    const home = mkdtempSync(join(realpathSync(options.parent ?? tmpdir()), 'brisk-postgres-'));
    const user = findServerUser();
    if (user !== null) chownSync(home, user.uid, user.gid);
    const port = options.port ?? (await findFreePort(HOST));
    const server = new PostgresServer(port, home, {
      fsync: fsync ? 'on' : 'off',
      full_page_writes: fsync ? 'on' : 'off',
      ...settings,
    });
    try {
      await (standbyOf === undefined ? server.#init() : server.#copy(standbyOf));
      for (const [name, text] of Object.entries(files)) server.#writeFile(name, text);
      await server.startAgain();
      if (standbyOf !== undefined) await server.#awaitStreaming(standbyOf);
      if (standbyOf !== undefined && synchronous) await standbyOf.#waitForStandby();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  get socketDirectory(): string {
    return this.#socketDirectory;
  }

  /** Kills all its processes at once, as a power cut does. */
  async kill(): Promise<void> {
    await killServer(this.directory);
    // A new server would take the zombie for a running one.
    await this.#exited();
  }

  async startAgain(): Promise<void> {
    const settings = Object.entries(this.#settings);
    const child = Bun.spawn(
      [
        ...asUser(findServerUser()),
        join(findBinaries(), 'postgres'),
        '-D',
        this.directory,
        '-p',
        String(this.port),
        '-k',
        this.#socketDirectory,
        ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe', cwd: '/' },
    );
    this.#process = child;
    await awaitReady(child.stderr);
    // The watcher ends the server when the test run ends without it.
    child.unref();
  }

  async restart(): Promise<void> {
    await this.#shutDown();
    await this.startAgain();
  }

  /** Freezes every process: connections stay open, and nothing is answered. */
  freeze(): void {
    signalServer(this.directory, 'SIGSTOP');
  }

  thaw(): void {
    signalServer(this.directory, 'SIGCONT');
  }

  async promote(): Promise<void> {
    await this.query('postgres', 'select pg_promote(true)');
  }

  /** Ends the server in any state, and removes its directory. */
  async stop(): Promise<void> {
    await this.#watcher.end();
    await this.#exited();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #exited(): Promise<void> {
    this.#process?.ref();
    await this.#process?.exited;
  }

  async #shutDown(): Promise<void> {
    this.#process?.kill('SIGINT');
    await this.#exited();
  }

  async #init(): Promise<void> {
    await runProgram('initdb', [
      `--pgdata=${this.directory}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ]);
    const settings = [
      `listen_addresses='${HOST}'`,
      'max_connections=300',
      'shared_buffers=64MB',
      'wal_keep_size=256MB',
      // In the data directory, so that a killed server leaves no file elsewhere.
      'dynamic_shared_memory_type=mmap',
    ];
    this.#writeFile('postgresql.auto.conf', `${settings.join('\n')}\n`);
  }

  async #copy(primary: PostgresServer): Promise<void> {
    await runProgram('pg_basebackup', [
      `--dbname=${primary.url('')}`,
      `--pgdata=${this.directory}`,
      '--write-recovery-conf',
      '--wal-method=stream',
      '--checkpoint=fast',
      '--no-sync',
    ]);
  }

  #writeFile(name: string, text: string): void {
    const file = join(this.directory, name);
    writeFileSync(file, text, { mode: 0o600 });
    const user = findServerUser();
    if (user !== null) chownSync(file, user.uid, user.gid);
  }

  /** Waits until the standby has everything that its primary wrote before. */
  async #awaitStreaming(primary: PostgresServer): Promise<void> {
    const [end] = await primary.query('postgres', 'select pg_current_wal_lsn() as lsn');
    const hasCome = 'select coalesce(pg_last_wal_receive_lsn() >= $1, false) as is_true';
    await this.#awaitTrue(hasCome, [end!['lsn']]);
  }

  async #waitForStandby(): Promise<void> {
    await this.query('postgres', `alter system set synchronous_standby_names = '*'`);
    await this.query('postgres', 'select pg_reload_conf()');
    await this.#awaitTrue(
      `select bool_or(sync_state = 'sync') as is_true from pg_stat_replication`,
    );
  }

  async #awaitTrue(question: string, values: unknown[] = []): Promise<void> {
    for (let isTrue = false; !isTrue;) {
      const rows = await this.query<{ is_true: boolean }>('postgres', question, values);
      isTrue = rows[0]!.is_true;
    }
  }
}

/** Global, as each test file may have its own instance of this module. */
const shared = globalThis as { sharedPostgres?: Promise<PostgresAt> };

/** The server of `TEST_POSTGRES_URL`, or one that this process starts and all tests share. */
export function sharedPostgres(): Promise<PostgresAt> {
  shared.sharedPostgres ??= openShared();
  return shared.sharedPostgres;
}

async function openShared(): Promise<PostgresAt> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given === undefined || given === '') return PostgresServer.start();
  const { hostname, port } = new URL(given);
  return new PostgresAt(hostname, Number(port));
}
