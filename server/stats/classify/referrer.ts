import { isIP } from 'node:net';
import { VALUE_MAX } from '../../../contracts/stats.constants.ts';
import { appHosts, apps, redirectHosts } from './referrer-names.ts';
import { readBytes, readVisible } from './visible-text.ts';

/** '' = unknown. */
export interface Referrer {
  /** A lowercase host without `www.` and port, or an app's name. */
  readonly referrer: string;
  /** Host and path, at most 256 characters; '' for the root. */
  readonly page: string;
}

const nowhere: Referrer = { referrer: '', page: '' };

/** The bytes of a header that are kept: a header of this length may be cut. */
const HEADER_MAX = 1024;
const HOST_MAX = 253;

/**
 * Takes raw bytes as latin1. Pages lose query, fragment, credentials and control characters. Texts
 * that are no address of a page or app give ''. Never throws.
 */
export function readReferrer(text: string): Referrer {
  const kept = text.slice(0, HEADER_MAX);
  const address = readBytes(kept, { isCut: kept.length === HEADER_MAX }).trim();
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

/** An app without a known name appears by its package. */
function readApp(id: string): Referrer {
  if (!/^[a-z]\w*(?:\.[a-z]\w*)+$/.test(id)) return nowhere;
  return { referrer: apps.get(id) ?? id, page: '' };
}

/** The host as people see it; '' when it is no valid name. */
function readHost(hostname: string): string {
  const host = hostname.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '');
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return host;
  return host.length <= HOST_MAX && /^[\w-]+(?:\.[\w-]+)*$/.test(host) ? host : '';
}

function readPage(host: string, pathname: string): string {
  // A part behind `;` is not the page: for example, a session id.
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
