import { readBytes, readVisible } from './visible-text.ts';

/** Parameters of a visit; '' = missing. */
export interface Campaign {
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
  via: string;
  isScan: boolean;
  isPaid: boolean;
}

/** The longest query that is stored unchanged, in bytes. */
export const QUERY_MAX = 512;
const TEXT_MAX = 100;
/** The longest encoded value: four bytes a character, each as `%XX`. */
const VALUE_BYTES_MAX = TEXT_MAX * 4 * 3;
const NAME_BYTES_MAX = 'utm_campaign'.length * 3;
/** Leftovers of an `&` that was escaped for HTML, even twice: `a=1&amp;b=2` has a name `amp;b`. */
const ESCAPED_AMPERSAND = /^(?:amp(?:;|%3B))+/i;
/** Parameters that are read per query: hostile queries must not cost time. */
const PARAMETERS_MAX = 256;

/** A longer query keeps these, in this order, while there is room. */
const byWeight = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'via',
  'utm_term',
  'utm_content',
] as const;
/** Click ids of advertisements. `fbclid` is none: links without payment have it, too. */
const clickIds = ['gclid', 'msclkid', 'ttclid', 'gbraid', 'wbraid'] as const;
const names = new Set<string>([...byWeight, 'ref', 'source', 'qr', ...clickIds]);

/**
 * Reads `utm_*`, `via` (else `ref` or `source`), `qr` and click ids. `query` is raw bytes as latin1.
 * Names are case-insensitive; of repeated names the first value that is not empty counts. Values
 * lose control characters and end after 100 characters. Never throws.
 */
export function readCampaign(query: string): Campaign {
  const parameters = readParameters(query);
  const read = (...names: string[]): string => {
    const name = names.find((name) => (parameters.get(name) ?? '') !== '');
    return name === undefined ? '' : parameters.get(name)!;
  };
  return {
    utm_source: read('utm_source'),
    utm_medium: read('utm_medium'),
    utm_campaign: read('utm_campaign'),
    utm_term: read('utm_term'),
    utm_content: read('utm_content'),
    via: read('via', 'ref', 'source'),
    isScan: parameters.has('qr'),
    isPaid: clickIds.some((name) => (parameters.get(name) ?? '') !== ''),
  };
}

/** At most `QUERY_MAX` bytes (latin1); drops values that do not fit. Never throws. */
export function condenseQuery(query: string): string {
  const campaign = readCampaign(query);
  let condensed = campaign.isScan ? 'qr' : '';
  if (campaign.isPaid) condensed += `&${clickIds[0]}=1`;
  for (const name of byWeight) {
    if (campaign[name] === '') continue;
    const longer = `${condensed}&${name}=${encode(campaign[name])}`;
    if (longer.length <= QUERY_MAX) condensed = longer;
  }
  return condensed;
}

function readParameters(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const written of query.split('&', PARAMETERS_MAX)) {
    const part = written.replace(ESCAPED_AMPERSAND, '');
    const equals = part.indexOf('=');
    const end = equals === -1 ? part.length : equals;
    if (end > NAME_BYTES_MAX) continue;
    const name = decode(part.slice(0, end)).toLowerCase();
    if (!names.has(name) || (parameters.get(name) ?? '') !== '') continue;
    const value = part.slice(end + 1, end + 1 + VALUE_BYTES_MAX);
    const bytes = decode(value.replaceAll('+', ' '));
    parameters.set(name, readVisible(readBytes(bytes), TEXT_MAX));
  }
  return parameters;
}

function decode(text: string): string {
  return text.includes('%')
    ? text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;
}

function encode(text: string): string {
  return Buffer.from(text.replace(/[%&+]/g, encodeURIComponent)).toString('latin1');
}
