import type { Directive, Sources } from '../http/answer/security-headers.ts';

/** The policy is a header of each page, so its length must have a bound. */
const HOSTS_MAX = 32;

const directivesOfTag: Readonly<Record<string, readonly Directive[]>> = {
  // Scripts load whatever they like; rel=preconnect names further hosts of theirs.
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

/** Collects what custom HTML needs from the content security policy of its page. */
export class CustomSources {
  readonly #sources = new Map<Directive, Set<string>>();

  get all(): Sources {
    return this.#sources;
  }

  add(tag: string, attributes: Readonly<Record<string, string>>): void {
    if ('style' in attributes) this.#allow('style-src-attr', "'unsafe-inline'");
    const isHint = tag === 'link' && /\b(preconnect|dns-prefetch)\b/i.test(attributes['rel'] ?? '');
    const origins = attributeNames.flatMap((name) => findOrigins(name, attributes[name] ?? ''));
    for (const directive of directivesOfTag[isHint ? 'script' : tag] ?? []) {
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

/** Parsers allow `;` and `*` in a host, but in the policy these have a meaning. */
function toOrigin(address: string): string | null {
  const url = URL.parse(address, OWN_ORIGIN);
  if (url?.protocol !== 'https:' || url.origin === OWN_ORIGIN) return null;
  return /^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(url.origin) ? url.origin : null;
}

/** The origin of an address without a host. */
const OWN_ORIGIN = 'https://own.invalid';
