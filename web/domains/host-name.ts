import { toReadableUrl } from '../ui/readable-url.ts';

/** The name of a domain as readers know it. `''` = the main domain. */
export function toHostName(host: string): string {
  if (host === '') return location.host;
  return toReadableUrl(`http://${host}/`).slice('http://'.length, -1);
}
