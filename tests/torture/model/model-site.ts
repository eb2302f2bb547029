import { hashPassword } from '../../../server/account/passwords/password.ts';
import { ClickCaps } from '../../../server/clicks/click-caps.ts';
import { ClickCounter } from '../../../server/clicks/click-counter.ts';
import { sortLinks } from '../../../server/clicks/click-order.store.ts';
import { Clicks } from '../../../server/clicks/clicks.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { openEngine, type DatabasePlace } from '../../../server/engine/open-engine.ts';
import { Links } from '../../../server/links/links.ts';
import { createRedirect, type Redirect } from '../../../server/redirect/redirect.ts';
import { Targets } from '../../../server/redirect/targets.ts';
import { createPlace, removePlace, takeOverPlace } from './model-place.ts';

const refuse = (): Response => new Response(null, { status: 404 });

/** Links, clicks and redirects on one database, without a server. */
export class ModelSite {
  readonly engine: Engine;
  readonly links: Links;
  readonly clicks: Clicks;
  readonly #place: DatabasePlace;
  readonly #redirect: Redirect;
  #onWrite: () => void = () => undefined;
  #isDead = false;

  private constructor(engine: Engine, place: DatabasePlace) {
    const { dataDir } = place;
    // Background errors fail the test as long as the site lives.
    const onError = (error: unknown): void => {
      if (!this.#isDead) throw error;
    };
    this.engine = {
      ...engine,
      write: (work) =>
        engine.write((tx, changed) => {
          this.#onWrite();
          return work(tx, changed);
        }),
    };
    this.#place = place;
    const counter = new ClickCounter({ engine: this.engine, dataDir, onError });
    this.clicks = new Clicks({ engine: this.engine, dataDir, counter, onError });
    this.links = new Links({
      engine: this.engine,
      pageTitles: {
        fetch: () => Promise.resolve({ title: '', description: '' }),
        close: () => undefined,
      },
      onError,
      ownHostname: null,
      baseUrl: null,
      guestLinksPerHour: () => 0,
      countPending: (ids) => this.clicks.countPending(ids),
      domains: () => [],
      sortByClicks: () => sortLinks(this.engine),
      hashPassword,
    });
    this.#redirect = createRedirect({
      targets: new Targets(this.engine, {}),
      caps: new ClickCaps({
        engine: this.engine,
        countPending: (ids) => this.clicks.countAllPending(ids),
        syncWorkers: () => Promise.resolve(),
        drain: () => undefined,
        drainNow: () => this.clicks.drain(),
      }),
      visitors: {
        blocksAny: () => false,
        isBlocked: () => false,
        country: () => '',
        drawsAnew: () => false,
      },
      pages: {
        password: refuse,
        inApp: refuse,
        card: refuse,
      },
      unknownCodes: { secondsToWait: () => 0, count: () => undefined },
      record: (click) => this.clicks.record(click),
      helpsBlockedApps: () => false,
      refuse,
    });
  }

  static async create(empty: string): Promise<ModelSite> {
    return ModelSite.#open(await createPlace(empty));
  }

  static async #open(place: DatabasePlace): Promise<ModelSite> {
    let site: ModelSite | null = null;
    const engine = await openEngine(place, (error) => {
      if (site === null || !site.#isDead) throw error;
    });
    return (site = new ModelSite(engine, place));
  }

  /** The target of a redirect, or null. */
  async visit(code: string): Promise<string | null> {
    const request = new Request(`http://localhost/${code}`);
    const answer = await this.#redirect({
      request,
      typed: code,
      domain: null,
      path: '',
      shorter: [],
      address: () => '203.0.113.7',
      country: () => null,
    });
    return answer?.headers.get('location') ?? null;
  }

  /** Resolves during the next transaction. */
  nextWrite(): Promise<void> {
    return new Promise((resolve) => {
      this.#onWrite = resolve;
    });
  }

  /** Ends as by `kill -9` during the open work, and reopens the stored state. */
  async crash(underWay: Promise<unknown> = Promise.resolve()): Promise<ModelSite> {
    this.#isDead = true;
    const place = await takeOverPlace(this.#place);
    // Later effects of the dead process are lost.
    await underWay.catch(() => undefined);
    await this.clicks.close().catch(() => undefined);
    await this.engine.close();
    await removePlace(this.#place);
    return ModelSite.#open(place);
  }

  async close(): Promise<void> {
    await this.clicks.close();
    this.#isDead = true;
    await this.engine.close();
    await removePlace(this.#place);
  }
}
