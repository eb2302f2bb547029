import { isIP } from 'node:net';
import { VALUE_MAX } from '../../../contracts/stats.ts';
import { appHosts, apps, redirectHosts } from './referrer-names.ts';
import { readBytes, readVisible } from './visible-text.ts';

/** Where somebody came from; '' = not known. */
export interface Referrer {
  /** A host in small letters without `www.` and port, or the name of an app. */
  readonly referrer: string;
  /** Host and path, at most 256 characters; '' for the host's root. */
  readonly page: string;
}

const nowhere: Referrer = { referrer: '', page: '' };

/** How much of a header is kept, in bytes: one as long as this may have been longer. */
const HEADER_MAX = 1024;
/** The longest name that the domain name system has. */
const HOST_MAX = 253;

/**
 * Reads a `Referer` header, given as the bytes that came, one in each character (latin1). The page
 * is without query, fragment, credentials and control characters; its path is decoded where that
 * can be read. What is no address of a page or an app gives ''. Never throws.
 */
export function readReferrer(text: string): Referrer {
  const address = readBytes(text, { isCut: text.length >= HEADER_MAX }).trim();
  const app = /^android-app:\/\/([\w.]{1,128})(?:[/?#]|$)/i.exec(address);
  if (app !== null) return readApp(app[1]!.toLowerCase());
  if (!/^https?:\/\//i.test(address)) return nowhere;
  const url = URL.parse(address);
  const host = url === null ? '' : readHost(url.hostname);
  if (url === null || host === '') return nowhere;
  const named = appHosts.get(host) ?? redirectHosts.get(host);
  return named === undefined
    ? { referrer: host, page: readPage(host, url.pathname) }
    : { referrer: named, page: '' };
}

/** An app that has no name here goes by that of its package. */
function readApp(id: string): Referrer {
  if (!/^[a-z]\w*(?:\.[a-z]\w*)+$/.test(id)) return nowhere;
  return { referrer: apps.get(id) ?? id, page: '' };
}

/** The host as pages show it; '' when no server could have that name. */
function readHost(hostname: string): string {
  const host = hostname.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '');
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return host;
  return host.length <= HOST_MAX && /^[\w-]+(?:\.[\w-]+)*$/.test(host) ? host : '';
}

function readPage(host: string, pathname: string): string {
  // What stands behind a `;` is of no page: the number of a session, for example.
  const path = pathname.replace(/;[^/]*/g, '');
  return path === '/' ? '' : readVisible(`${host}${decodePath(path)}`, VALUE_MAX);
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
