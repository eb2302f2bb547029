import type { Directive, Sources } from '../http/security-headers.ts';

/** The most hosts that count for one purpose: the policy is a header, and goes with each page. */
const HOSTS_MAX = 32;

/** What a host that stands in a tag may be asked for. */
const directives: Readonly<Record<string, readonly Directive[]>> = {
  // Scripts bring along what they like; hosts that they go on to are named with rel=preconnect.
  script: ['connect-src', 'font-src', 'frame-src', 'img-src', 'style-src'],
  link: ['font-src', 'img-src', 'style-src'],
  img: ['img-src'],
  image: ['img-src'],
  input: ['img-src'],
  source: ['img-src', 'media-src'],
  video: ['img-src', 'media-src'],
  audio: ['media-src'],
  track: ['media-src'],
  iframe: ['frame-src'],
  form: ['form-action'],
};

const attributeNames = ['src', 'href', 'action', 'poster', 'srcset'] as const;

/** What the tags of a piece of HTML need from the policy of the page that it stands in. */
export class CustomSources {
  readonly #sources = new Map<Directive, Set<string>>();

  get all(): Sources {
    return this.#sources;
  }

  /** Notes what a tag needs. */
  add(tag: string, attributes: Readonly<Record<string, string>>): void {
    if ('style' in attributes) this.#allow('style-src-attr', "'unsafe-inline'");
    const isHint = tag === 'link' && /\b(preconnect|dns-prefetch)\b/i.test(attributes['rel'] ?? '');
    const origins = attributeNames.flatMap((name) => findOrigins(name, attributes[name] ?? ''));
    for (const directive of directives[isHint ? 'script' : tag] ?? []) {
      for (const origin of origins) this.#allow(directive, origin);
    }
  }

  #allow(directive: Directive, source: string): void {
    const sources = this.#sources.getOrInsertComputed(directive, () => new Set());
    if (sources.size < HOSTS_MAX) sources.add(source);
  }
}

function findOrigins(name: string, value: string): string[] {
  const addresses = name === 'srcset' ? value.split(/[\s,]+/) : [value];
  return addresses.map(toOrigin).filter((origin) => origin !== null);
}

/**
 * The https origin of an address, or null. Only plain names and ports come through: parsers let
 * hosts have a `;` or a `*` in them, which would mean something else in the policy.
 */
function toOrigin(address: string): string | null {
  const url = URL.parse(address, OWN);
  if (url?.protocol !== 'https:' || url.origin === OWN) return null;
  return /^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(url.origin) ? url.origin : null;
}

/** Stands for the site, where an address names no host. */
const OWN = 'https://own.invalid';
