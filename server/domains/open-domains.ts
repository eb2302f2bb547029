import type { Engine } from '../engine/engine.ts';
import type { Feature } from '../feature.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { answerCheck, CHECK_PATH, createSiteMark } from './domain-check.ts';
import type { DomainIndex } from './domain-index.ts';
import { domainRoutes, type DomainLoops } from './domains.routes.ts';
import { Domains } from './domains.ts';

interface OpenDomainsOptions {
  readonly engine: Engine;
  /** From `BASE_URL`. */
  readonly ownHostname: string | null;
  /** The headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly guard: AddressGuard;
  readonly loops: (domains: DomainIndex) => DomainLoops;
}

export interface DomainsFeature extends Feature {
  readonly index: DomainIndex;
}

export async function openDomains(options: OpenDomainsOptions): Promise<DomainsFeature> {
  const { engine, ownHostname, headers, guard, loops } = options;
  const domains = await Domains.open(engine, ownHostname);
  const siteMark = createSiteMark(await engine.readSecretKey());
  return {
    index: domains.index,
    routes: domainRoutes({ domains, siteMark, guard, loops: loops(domains.index) }),
    addPages(api) {
      api.get(CHECK_PATH, () => answerCheck(siteMark, headers));
    },
  };
}
