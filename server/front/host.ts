/** A name in any script, IPv4 or IPv6, with an optional port. */
const HOST = /^(?:\[[\da-f:.]+\]|[^\s,/\\?#@:<>"{}|^`[\]]*)(?::\d{0,5})?$/i;

/** An empty `Host` is valid. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}
