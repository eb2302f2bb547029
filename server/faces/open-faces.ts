import type { Features } from '../features.ts';
import type { Face } from '../http/face.ts';
import type { Site } from '../site/site.ts';
import { yourlsFace } from './yourls/yourls.ts';

/** The protocols of other shorteners. */
export function openFaces(
  features: Features,
  { site, warn }: { readonly site: Site; readonly warn: (text: string) => void },
): readonly Face[] {
  const { links, domains, accounts, statistics } = features;
  const domainOf = (hostname: string) => domains.find(hostname)?.host;
  return [
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
