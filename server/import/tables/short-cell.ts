import { normalizeHost } from '../../../contracts/domain-name.ts';
import { decodeLenient } from '../../../contracts/text.ts';
import type { CodeKind } from './column-fields.ts';

export interface ShortCell {
  readonly code: string;
  /** '' when the cell has no host. */
  readonly domain: string;
}

/** Reads a code or a whole short address, `https://go.example/AbC` or `go.example/AbC`. */
export function readShortCell(text: string, kind: CodeKind, hasPaths: boolean): ShortCell {
  const trimmed = text.trim();
  const url = toUrl(trimmed, kind, hasPaths);
  if (url === null) {
    return { code: kind === 'path' ? decodeLenient(trimSlashes(trimmed)) : trimmed, domain: '' };
  }
  const path = trimSlashes(url.pathname);
  const code = hasPaths ? path : path.slice(path.lastIndexOf('/') + 1);
  return { code: decodeLenient(code), domain: url.hostname };
}

function toUrl(text: string, kind: CodeKind, hasPaths: boolean): URL | null {
  if (/^https?:\/\//i.test(text)) return URL.parse(text);
  const slash = text.indexOf('/');
  if (slash < 1 || kind === 'path') return null;
  // A code with slashes may look like a host with a path.
  if (kind === 'code' && hasPaths) return null;
  return normalizeHost(text.slice(0, slash).replace(/:\d{1,5}$/, '')) === null
    ? null
    : URL.parse(`https://${text}`);
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+/, '').replace(/\/+$/, '');
}

/** What a spreadsheet makes of a code like `1e5`, or of one that looks like a formula. */
export function isDamagedCode(code: string): boolean {
  return /^\d(?:[.,]\d{1,20})?E\+\d{1,3}$|^\d[.,]\d{1,20}E-\d{1,3}$|^#(?:NAME\?|REF!|VALUE!|N\/A|NUM!|NULL!|DIV\/0!)$/i.test(
    code,
  );
}
