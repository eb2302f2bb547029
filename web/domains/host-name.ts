import { toReadableHost } from '../ui/text/readable-url.ts';

/** The name of a domain as readers know it. `''` = the main domain. */
export function toHostName(host: string): string {
  return host === '' ? location.host : toReadableHost(host);
}
