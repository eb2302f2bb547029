import type { Channel } from '../../../../contracts/stats/stats.constants.ts';
import { knownSources } from './known-sources.ts';

export interface Source {
  /** The service, else the host, package or `utm_source` itself; '' = none. */
  readonly source: string;
  readonly channel: Channel | '';
}

const sourceOfName = new Map<string, Source>();
for (const [channel, names] of Object.entries(knownSources)) {
  for (const [source, spellings] of Object.entries<string>(names)) {
    const entry: Source = { source, channel: channel as Channel };
    for (const name of [source.toLowerCase(), ...spellings.split(' ')])
      sourceOfName.set(name, entry);
  }
}

/** The end of a host that exists for many countries: `co.uk`, `com.hk`, `de`, `com`. */
const COUNTRY_END = /^(?:com|(?:(?:com?|ne|org)\.)?[a-z]{2})$/;
const SAME_SITE = /^(?:www|m|mobile|amp|l|lm|old|out|away|link)\.(?=[^.]+\.)/;

export function readReferrerSource(name: string): Source {
  const lower = name.toLowerCase();
  return (
    sourceOfName.get(lower) ??
    findHost(lower) ?? { source: name.replace(SAME_SITE, ''), channel: '' }
  );
}

export function readNamedSource(name: string): Source {
  const lower = name.toLowerCase().trim();
  return (
    sourceOfName.get(lower) ??
    sourceOfName.get(lower.replace(/[\s_.]+/g, '-')) ??
    sourceOfName.get(lower.replace(/[-_]/g, ' ')) ??
    (lower.includes('.') ? findHost(lower) : undefined) ?? { source: name, channel: '' }
  );
}

function findHost(host: string): Source | undefined {
  const labels = host.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) {
    const end = labels.slice(at).join('.');
    const source = sourceOfName.get(end) ?? findInCountry(labels, at);
    if (source !== undefined) return source;
  }
  return undefined;
}

/** `google.co.uk` is `google.*`, and `mail.yahoo.com` is `mail.yahoo.*`. */
function findInCountry(labels: readonly string[], at: number): Source | undefined {
  for (const length of [1, 2]) {
    const end = labels.slice(at + length).join('.');
    if (!COUNTRY_END.test(end)) continue;
    const source = sourceOfName.get(`${labels.slice(at, at + length).join('.')}.*`);
    if (source !== undefined) return source;
  }
  return undefined;
}

const media: readonly (readonly [pattern: RegExp, channel: Channel])[] = [
  [
    /^(?:paid|(?:.*[-_ ])?(?:cp[acmvpl]|ppc|paid|ads?|retargeting|remarketing|sponsored|banner|display)(?:[-_ ].*)?|paid.*)$/,
    'paid',
  ],
  [/^(?:e-?mail|newsletter|mail|e_mail)s?$/, 'mail'],
  [/^(?:organic[-_ ]?)?(?:social|sm)(?:[-_ ].*)?$/, 'social'],
  [/^(?:organic|search|seo)$/, 'search'],
  [/^(?:sms|chat|messenger|messaging|im|whatsapp|wechat|telegram)$/, 'chat'],
  [/^(?:ai|llm|chatbot|assistant)$/, 'ai'],
];

export function readMedium(medium: string): Channel | '' {
  const lower = medium.toLowerCase().trim();
  return media.find(([pattern]) => pattern.test(lower))?.[1] ?? '';
}
