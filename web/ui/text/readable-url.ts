import { decodePunycode } from './punycode.ts';

/** Writing systems. A host name must not mix their letters. */
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Khmer',
  'Ethiopic',
].map((script) => `\\p{scx=${script}}`);
/** Allowed mixtures, also with Latin letters. */
const mixtures = [
  String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}a-z`,
  String.raw`\p{scx=Han}\p{scx=Hangul}a-z`,
  String.raw`\p{scx=Han}\p{scx=Bopomofo}a-z`,
];
const ONE_SCRIPT = new RegExp(
  [...scripts, ...mixtures].map((letters) => `^[${letters}\\d-]+$`).join('|'),
  'u',
);
const NAME = /^[\p{L}\p{M}\d-]+$/u;
/** Names that only use letters similar to Latin ones, and names with confusable Latin letters. */
const LOOKALIKES =
  /^[аеіјӏорсухѕһԁԛԝѵѡгпьъбвмнтккγνορτυικωχαηβոսհցքօզյ\d-]+$|[\u0250-\u02af\u1d00-\u1dbf]/u;
/** Characters that look like a slash, a full stop or a hyphen beside Latin letters. */
const DELIMITERS = /[a-z].*[ノソゾンー一丨丶丿〳〴〵]|[ノソゾンー一丨丶丿〳〴〵].*[a-z]/u;

const ENCODED =
  /%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/gi;
/** Characters that a readable address may contain: no blanks and no direction marks. */
const VISIBLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd]/u;

/** Decodes only letters that cannot mislead. A browser parses the result to the same address. */
export function toReadableUrl(url: string): string {
  if (!/%[89a-f]|xn--/i.test(url)) return url;
  const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)([^/?#]*)(.*)$/.exec(url) ?? [];
  const readable = scheme + readHost(host) + rest.replaceAll(ENCODED, decode);
  return upperCaseEscapes(URL.parse(readable)?.href) === upperCaseEscapes(url) ? readable : url;
}

export function toReadableHost(host: string): string {
  return toReadableUrl(`http://${host}/`).slice('http://'.length, -1);
}

export function toReadableAddress(url: string): string {
  return toReadableUrl(url).replace(/^https?:\/\//, '');
}

function readHost(host: string): string {
  const labels = host.split('.');
  const read = labels.map(readLabel);
  const end = read.at(-1)!;
  // In a domain of the same script, a word of Latin lookalikes is legitimate.
  const isNonLatinDomain = !/^[!-~]*$/.test(end) && !LOOKALIKES.test(end);
  return read
    .map((label, at) => (!isNonLatinDomain && LOOKALIKES.test(label) ? labels[at]! : label))
    .join('.');
}

function readLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const name = decodePunycode(label.slice('xn--'.length));
  if (name === null || !NAME.test(name) || INVISIBLE.test(name)) return label;
  if (!ONE_SCRIPT.test(name) || DELIMITERS.test(name)) return label;
  return URL.parse(`http://${name}/`)?.hostname === label ? name : label;
}

function decode(encoded: string): string {
  try {
    const text = decodeURIComponent(encoded);
    return VISIBLE.test(text) && !INVISIBLE.test(text) ? text : encoded;
  } catch {
    return encoded;
  }
}

function upperCaseEscapes(url: string | undefined): string | undefined {
  return url?.replaceAll(/%[\da-f]{2}/gi, (encoded) => encoded.toUpperCase());
}

/** The code of a link as readers know it: behind its domain if that is not the main one. */
export function toLinkName({ domain, short_url: code }: { domain: string; short_url: string }) {
  return domain === '' ? code : `${toReadableHost(domain)}/${code}`;
}
