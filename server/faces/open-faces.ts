import type { Settings } from '../../contracts/site.ts';
import type { Engine } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import type { Job } from '../feature.ts';
import type { Features } from '../features.ts';
import type { Face } from '../http/face.ts';
import type { Site } from '../site/site.ts';
import { createAsk } from './ask.ts';
import { bitlyFace } from './bitly/bitly.ts';
import { chhotoFace } from './chhoto/chhoto.ts';
import { kuttFace } from './kutt/kutt.ts';
import { Hosts } from './hosts.ts';
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
  const shared = {
    links: links.rules,
    ask: createAsk(features.all.flatMap(({ routes = [] }) => routes)),
    hosts: new Hosts({ domainOf: (hostname) => domains.find(hostname)?.host, baseUrl }),
  };
  const isOn = (name: keyof Settings['compat']) => () => site.settings.compat[name] === 1;
  return [
    v1Face({ ...shared, engine }),
    yourlsFace({
      ...shared,
      isOn: isOn('yourls'),
      findToken: (matches, address) => accounts.findToken(matches, address),
      allowsOldHashes: () => site.settings.yourls_old_hashes,
      warn: (text) => log.warn(text),
      countClicks: (call) => statistics.countAll(call),
    }),
    shlinkFace({ ...shared, isOn: isOn('shlink'), statistics }),
    kuttFace({
      ...shared,
      isOn: isOn('kutt'),
      ids: createLinkIds(await engine.readSecretKey()),
    }),
    bitlyFace({ ...shared, isOn: isOn('bitly') }),
    chhotoFace({ ...shared, isOn: isOn('chhoto') }),
    sinkFace({ ...shared, isOn: isOn('sink') }),
    polrFace({ ...shared, isOn: isOn('polr') }),
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
