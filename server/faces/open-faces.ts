import type { Features } from '../features.ts';
import type { Face } from '../http/face.ts';
import type { Site } from '../site/site.ts';
import { v1Face } from './v1/v1.ts';
import { yourlsFace } from './yourls/yourls.ts';

/** The protocols besides the specification's. */
export function openFaces(
  features: Features,
  { site, warn }: { readonly site: Site; readonly warn: (text: string) => void },
): readonly Face[] {
  const { links, domains, accounts, statistics } = features;
  const domainOf = (hostname: string) => domains.find(hostname)?.host;
  const others = features.all.flatMap(({ routes = [] }) => routes);
  return [
    v1Face({ links: links.rules, others }),
    yourlsFace({
      isOn: () => site.compat.yourls === 1,
      links: links.rules,
      domainOf,
      findToken: (matches, address) => accounts.findToken(matches, address),
      allowsOldHashes: () => site.allowsOldHashes,
      warn,
      countClicks: (call) => statistics.countAll(call),
    }),
  ];
}
