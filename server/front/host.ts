/** A name in any script, IPv4 or IPv6, and perhaps a port. */
const HOST = /^(?:\[[\da-f:.]+\]|[^\s,/\\?#@:<>"{}|^`[\]]*)(?::\d{0,5})?$/i;

/** Tells whether a text is one host as `Host` may name it; the empty one is, too. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}
