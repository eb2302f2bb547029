const HOST_MAX = 253;
const TYPED_MAX = 300; // characters, with blanks around the host
/** Labels of letters, digits and hyphens; the last one is no number. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d-]{2,63}$/;

/** The ASCII name of a host, in lower case; null for an address, a port or another text. */
export function normalizeHost(text: string): string | null {
  if (text.length > TYPED_MAX) return null;
  const typed = text.trim().replace(/\.$/, '');
  if (/[/?#@:\\\s]/.test(typed)) return null;
  const host = URL.parse(`http://${typed}`)?.hostname ?? '';
  return host.length <= HOST_MAX && HOST.test(host) ? host : null;
}

/** The domain that a caller means, in ASCII; a text that is no host stays, in lower case. */
export function toDomain(text: string): string {
  return normalizeHost(text) ?? text.trim().toLowerCase();
}
