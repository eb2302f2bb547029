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

/** How much of a query is kept, in bytes: one as long as this may have been longer. */
const QUERY_MAX = 512;
/** The longest value, in characters. */
const TEXT_MAX = 100;

/**
 * Reads `utm_*`, `via` (or else `ref` or `source`) and `qr` from a query, given as the bytes that
 * came, one in each character (latin1). Names may be in capitals; of a name that comes twice the
 * first value counts. Values have no control characters and at most 100 characters. Never throws.
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

function readParameters(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const isCut = query.length >= QUERY_MAX;
  const parts = (isCut ? query.replace(/%[\da-f]?$/i, '') : query).split('&');
  for (const [index, part] of parts.entries()) {
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals), false).toLowerCase();
    const text = equals === -1 ? '' : part.slice(equals + 1);
    const value = readVisible(decode(text, isCut && index === parts.length - 1), TEXT_MAX);
    if (!parameters.has(name)) parameters.set(name, value);
  }
  return parameters;
}

/** Decodes `+` and `%`; a `%` that encodes nothing stays. */
function decode(text: string, isCut: boolean): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return readBytes(bytes, { isCut });
}
