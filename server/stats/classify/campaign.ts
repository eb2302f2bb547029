import { readBytes, readVisible } from './visible-text.ts';

/** What came behind the `?` of a visit; '' = did not come. */
export interface Campaign {
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
  via: string;
  isScan: boolean;
}

/** The longest query that is kept as it came, in bytes. */
export const QUERY_MAX = 512;
/** The longest value, in characters. */
const TEXT_MAX = 100;
/** How many bytes write the longest value, with four for a character and three for each of these. */
const VALUE_BYTES_MAX = TEXT_MAX * 4 * 3;
/** The same of the longest name, which is of plain letters. */
const NAME_BYTES_MAX = 'utm_campaign'.length * 3;
/**
 * What is left of an `&` that was escaped for HTML, perhaps more than once: in `a=1&amp;b=2` the
 * second name is `amp;b`.
 */
const ESCAPED_AMPERSAND = /^(?:amp(?:;|%3B))+/i;
/** How many parameters of a query are looked at: a visit must not wait for what somebody made up. */
const PARAMETERS_MAX = 256;

/** What is kept of a longer query as long as there is room, in this order. */
const byWeight = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'via',
  'utm_term',
  'utm_content',
] as const;
const names = new Set<string>([...byWeight, 'ref', 'source', 'qr']);

/**
 * Reads `utm_*`, `via` (or else `ref` or `source`) and `qr` from a query, given as the bytes that
 * came, one in each character (latin1). Names may be in capitals; of a name that comes twice the
 * first value counts that is not empty. Values have no control characters and at most 100
 * characters. Of very many parameters the first 256 are read. Never throws.
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
  };
}

/**
 * A query of at most `QUERY_MAX` bytes, one in each character, from which `readCampaign` reads the
 * same as from the given one, save for values that there is no room for. Never throws.
 */
export function condenseQuery(query: string): string {
  const campaign = readCampaign(query);
  let condensed = campaign.isScan ? 'qr' : '';
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

/** The bytes that `%` encodes; a `%` that encodes nothing stays. */
function decode(text: string): string {
  return text.includes('%')
    ? text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;
}

/** A value as a query has it, in bytes. */
function encode(text: string): string {
  return Buffer.from(text.replace(/[%&+]/g, encodeURIComponent)).toString('latin1');
}
