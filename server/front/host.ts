/** A name in any script, IPv4 or IPv6, with an optional port. */
const HOST = /^(?:\[[\da-f:.]+\]|[^\s,/\\?#@:<>"{}|^`[\]]*)(?::\d{0,5})?$/i;

/** Bytes: an IDN in UTF-8 and a port fit. */
export const HOST_MAX = 512;

/** An empty `Host` is valid. */
export function isHost(text: string): boolean {
  return text.length <= HOST_MAX && HOST.test(text);
}
