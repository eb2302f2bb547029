import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clicks } from '../../server/clicks/clicks.ts';
import { DATABASE_FILE } from '../../server/engine/data-directory.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { openSqlite } from '../../server/engine/sqlite.ts';
import { Links } from '../../server/links/links.ts';
import { createRedirect, type Redirect } from '../../server/redirect/redirect.ts';
import { Targets } from '../../server/redirect/targets.ts';

/** What a crash leaves behind: all that the kernel has. */
const KEPT = [DATABASE_FILE, `${DATABASE_FILE}-wal`, 'clicks'];

/** Nothing may go wrong where nobody waits. */
function onError(error: unknown): never {
  throw error;
}

/** Links, clicks and redirects on one data directory, without a server around them. */
export class ModelSite {
  readonly engine: Engine;
  readonly links: Links;
  readonly clicks: Clicks;
  readonly #dataDir: string;
  readonly #redirect: Redirect;
  #onWrite: () => void = () => undefined;

  private constructor(engine: Engine, dataDir: string) {
    this.engine = {
      ...engine,
      write: (work) =>
        engine.write((tx, changed) => {
          this.#onWrite();
          return work(tx, changed);
        }),
    };
    this.#dataDir = dataDir;
    this.clicks = new Clicks({ engine: this.engine, dataDir, onError });
    this.links = new Links({
      engine: this.engine,
      pageTitles: {
        fetch: () => Promise.resolve({ title: '', description: '' }),
        close: () => undefined,
      },
      onError,
      ownHostname: null,
      countPending: (ids) => this.clicks.countPending(ids),
    });
    this.#redirect = createRedirect({
      targets: new Targets(this.engine, {}),
      misses: { secondsToWait: () => 0, count: () => undefined },
      record: (click) => this.clicks.record(click),
      isBlocked: () => false,
      refuse: () => new Response(null, { status: 404 }),
    });
  }

  /** Opens a copy of what `dataDir` holds at this instant. */
  static async openCopy(dataDir: string): Promise<ModelSite> {
    const copy = mkdtempSync(join(tmpdir(), 'brisk-model-'));
    copyKept(dataDir, copy);
    return new ModelSite(await openSqlite(copy), copy);
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  /** Where a visit to a code is led, or null. */
  async visit(code: string): Promise<string | null> {
    const request = new Request(`http://localhost/${code}`);
    const answer = await this.#redirect(request, code, () => '203.0.113.7');
    return answer.headers.get('location');
  }

  /** Resolves in the midst of the next transaction. */
  nextWrite(): Promise<void> {
    return new Promise((resolve) => {
      this.#onWrite = resolve;
    });
  }

  /** Ends as by `kill -9`, in the midst of whatever is under way, and opens what is left. */
  async crash(underWay: Promise<unknown> = Promise.resolve()): Promise<ModelSite> {
    const image = mkdtempSync(join(tmpdir(), 'brisk-model-'));
    copyKept(this.#dataDir, image);
    // What the dead process does from here on, nobody sees.
    await underWay.catch(() => undefined);
    await this.close();
    return new ModelSite(await openSqlite(image), image);
  }

  async close(): Promise<void> {
    await this.clicks.close();
    await this.engine.close();
    rmSync(this.#dataDir, { recursive: true });
  }
}

function copyKept(from: string, to: string): void {
  for (const name of KEPT) {
    cpSync(join(from, name), join(to, name), { recursive: true, force: true });
  }
}
