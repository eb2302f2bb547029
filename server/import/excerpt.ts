import { isOwnHost } from '../links/look-up/own-host.ts';
import { shorten } from './refusal.ts';
import { isFields, type Reader } from './readers/source-row.ts';
import { readText } from './values/texts.ts';

const SHOWN_MAX = 500; // characters

/** Code and long URL as the file has them. */
export function excerptRow(row: unknown, readRow: Reader['readRow']) {
  const { code, longUrl } = isFields(row) ? readRow(row) : { code: '', longUrl: '' };
  return { short_url: excerpt(code), long_url: excerpt(longUrl) };
}

export function excerpt(value: unknown): string {
  // A terminal may show this text.
  const text = readText(value)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ');
  return shorten(text, SHOWN_MAX);
}

const HOSTS_MAX = 10_000;

/** Files name few hosts, and parsing a host is the slowest part of a row. */
export function cacheHosts(ownHostnames: readonly string[]): (longUrl: string) => boolean {
  const answers = new Map<string, boolean>();
  return (longUrl) => {
    const origin = longUrl.slice(0, longUrl.indexOf('/', 'https://'.length));
    if (answers.size > HOSTS_MAX) answers.clear();
    return answers.getOrInsertComputed(origin, () => isOwnHost(origin, ownHostnames));
  };
}
