import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Job } from '../feature.ts';
import type { Features } from '../features.ts';
import type { Face } from '../http/face.ts';
import type { Site } from '../site/site.ts';
import { VERSION } from '../version.ts';
import { bitlyFace } from './bitly/bitly.ts';
import { chhotoFace } from './chhoto/chhoto.ts';
import { kuttFace } from './kutt/kutt.ts';
import { createLinkIds } from './kutt/link-ids.ts';
import { polrFace } from './polr/polr.ts';
import { shlinkFace } from './shlink/shlink.ts';
import { sinkFace } from './sink/sink.ts';
import { deleteOldCalls } from './v1/keyed-calls.store.ts';
import { v1Face } from './v1/v1.ts';
import { yourlsFace } from './yourls/yourls.ts';

interface FacesOptions {
  readonly engine: Engine;
  readonly site: Site;
  readonly config: { readonly baseUrl: URL | null };
  readonly log: { warn(text: string): void };
}

/** The protocols besides the specification's. */
export async function openFaces(
  features: Features,
  { engine, site, config: { baseUrl }, log }: FacesOptions,
): Promise<readonly Face[]> {
  const { links, domains, accounts, statistics } = features;
  const domainOf = (hostname: string) => domains.find(hostname)?.host;
  const mainHostname = baseUrl?.hostname;
  const others = features.all.flatMap(({ routes = [] }) => routes);
  return [
    v1Face({ engine, links: links.rules, others }),
    yourlsFace({
      isOn: () => site.compat.yourls === 1,
      links: links.rules,
      domainOf,
      findToken: (matches, address) => accounts.findToken(matches, address),
      allowsOldHashes: () => site.allowsOldHashes,
      warn: (text) => log.warn(text),
      countClicks: (call) => statistics.countAll(call),
    }),
    shlinkFace({
      isOn: () => site.compat.shlink === 1,
      links: links.rules,
      statistics,
      others,
      domainOf,
      mainHostname,
      baseUrl,
      version: VERSION,
    }),
    kuttFace({
      isOn: () => site.compat.kutt === 1,
      links: links.rules,
      ids: createLinkIds(await engine.readSecretKey()),
      others,
      domainOf,
      mainHostname,
    }),
    bitlyFace({
      isOn: () => site.compat.bitly === 1,
      links: links.rules,
      others,
      domainOf,
      mainHostname,
      baseUrl,
    }),
    chhotoFace({
      isOn: () => site.compat.chhoto === 1,
      links: links.rules,
      domainOf,
      baseUrl,
    }),
    sinkFace({
      isOn: () => site.compat.sink === 1,
      links: links.rules,
      others,
      domainOf,
      baseUrl,
    }),
    polrFace({ isOn: () => site.compat.polr === 1, links: links.rules, others, domainOf }),
  ];
}

export function listFaceJobs(engine: Engine): Job[] {
  return [
    {
      name: 'delete old answers',
      everySeconds: 3600,
      isForLeader: true,
      run: () => deleteOldCalls(engine, nowSeconds()),
    },
  ];
}
