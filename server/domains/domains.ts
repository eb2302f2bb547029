import type { AuditAction } from '../../contracts/people/audit.constants.ts';
import { DOMAINS_MAX, type Domain, type ListedDomain } from '../../contracts/domains.ts';
import type { Reach } from '../access/reach.ts';
import type { Actor } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine, NoteChange, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { oneAtATime } from '../engine/one-at-a-time.ts';
import { upsertOption } from '../engine/options.store.ts';
import { Problem } from '../http/problem.ts';
import { DomainIndex } from './domain-index.ts';
import { countLinks, DOMAINS_OPTION, selectDomains } from './domains.store.ts';

interface Changed {
  readonly domains: readonly Domain[];
  /** The domain that was changed. */
  readonly result: Domain;
}

/** The further domains of the site, in memory. The main domain is ''. */
export class Domains {
  readonly index = new DomainIndex();
  readonly #engine: Engine;
  readonly #mainHost: string | null;

  private constructor(engine: Engine, mainHost: string | null) {
    this.#engine = engine;
    this.#mainHost = mainHost;
  }

  /** `mainHost` is the host of `BASE_URL`. Follows changes by other servers. */
  static async open(engine: Engine, mainHost: string | null): Promise<Domains> {
    const domains = new Domains(engine, mainHost);
    // Of two loads at once, the older answer could come last.
    const load = oneAtATime(() => domains.#load());
    await load();
    engine.changes.subscribe('option', async (key) => {
      if (key === DOMAINS_OPTION) await load();
    });
    return domains;
  }

  async list(reach: Reach): Promise<ListedDomain[]> {
    const listed: ListedDomain[] = [];
    for (const domain of this.index.all) {
      const { links } = await countLinks(this.#engine.db, reach, domain.host);
      listed.push({ ...domain, links });
    }
    return listed;
  }

  /**
   * `requested` is the host of this call: as a further domain, it would not show the admin pages.
   * Throws `domains.exists`, `domains.main` and `domains.too-many`.
   */
  add(actor: Actor, host: string, requested: string | null): Promise<Domain> {
    if (host === this.#mainHost || host === requested)
      throw new Problem('domains.main', { field: 'host' });
    return this.#engine.write((tx, changed) => addDomain(tx, changed, actor, host));
  }

  /** Throws `domains.unknown`. */
  set(actor: Actor, host: string, change: Partial<Omit<Domain, 'host'>>): Promise<Domain> {
    return this.#change(actor, 'domain.changed', (domains) => {
      const former = findDomain(domains, host);
      const domain = { ...former, ...change };
      return {
        domains: domains.map((other) => (other === former ? domain : other)),
        result: domain,
      };
    });
  }

  /** Throws `domains.unknown`, and `domains.has-links`, also for links in the bin. */
  async delete(actor: Actor, host: string): Promise<void> {
    await this.#change(actor, 'domain.deleted', async (domains, tx) => {
      const former = findDomain(domains, host);
      const { links, deleted } = await countLinks(tx, 'all', host);
      if (links + deleted > 0) {
        const reason = `It has ${links} links, and ${deleted} in the bin`;
        throw new Problem('domains.has-links', { field: 'host', reason });
      }
      return { domains: domains.filter((other) => other !== former), result: former };
    });
  }

  async #load(): Promise<void> {
    this.index.use(await selectDomains(this.#engine.db));
  }

  #change(
    actor: Actor,
    action: AuditAction,
    work: (domains: readonly Domain[], tx: Write) => Changed | Promise<Changed>,
  ): Promise<Domain> {
    return this.#engine.write((tx, changed) => changeDomains(tx, changed, actor, action, work));
  }
}

/** Throws `domains.exists` and `domains.too-many`. */
export function addDomain(
  tx: Write,
  changed: NoteChange,
  actor: Actor,
  host: string,
): Promise<Domain> {
  const domain = { host, home_url: '', not_found_url: '' };
  return changeDomains(tx, changed, actor, 'domain.added', (domains) => {
    if (domains.some((other) => other.host === host)) {
      throw new Problem('domains.exists', { field: 'host' });
    }
    if (domains.length >= DOMAINS_MAX) throw new Problem('domains.too-many');
    return { domains: [...domains, domain], result: domain };
  });
}

async function changeDomains(
  tx: Write,
  changed: NoteChange,
  actor: Actor,
  action: AuditAction,
  work: (domains: readonly Domain[], tx: Write) => Changed | Promise<Changed>,
): Promise<Domain> {
  const former = await selectDomains(tx);
  const { domains, result } = await work(former, tx);
  await upsertOption(tx, DOMAINS_OPTION, domains, nowSeconds());
  changed('option', DOMAINS_OPTION);
  const { host } = result;
  const [before, present] = [former, domains].map((all) =>
    all.find((domain) => domain.host === host),
  );
  if (!Bun.deepEquals(before, present)) {
    const target = { kind: 'domain', name: host };
    await record(tx, actor, { action, target, former: before, present });
  }
  return result;
}

function findDomain(domains: readonly Domain[], host: string): Domain {
  const domain = domains.find((other) => other.host === host);
  if (domain === undefined) throw new Problem('domains.unknown', { field: 'host' });
  return domain;
}
