/**
 * Puts a text for another at each place in a long URL. The URL is ASCII: a text of other characters
 * is also found in the form that it has there, percent-encoded or as a name of a host.
 */
export function replaceInUrl(longUrl: string, find: string, put: string): string {
  const form = formsOf(find).find((form) => longUrl.includes(form));
  return form === undefined ? longUrl : longUrl.replaceAll(form, () => put);
}

/** The forms in which a text stands in a stored URL, the likeliest first. */
function formsOf(text: string): readonly string[] {
  if (!/\P{ASCII}/u.test(text)) return [text];
  const encoded = text
    .toWellFormed()
    .replaceAll(/\P{ASCII}+/gu, (part) => encodeURIComponent(part));
  const url = urlForm(text);
  return url === null ? [encoded] : [encoded, url];
}

/** A text that begins with a host, in ASCII; null: it does not. */
function urlForm(text: string): string | null {
  const scheme = /^https?:\/\//i.exec(text)?.[0] ?? '';
  const url = URL.parse(scheme === '' ? `https://${text}` : text);
  if (url === null) return null;
  const form = scheme === '' ? url.href.slice('https://'.length) : url.href;
  // The parser adds the path of a URL that has none.
  return form.endsWith('/') && !text.endsWith('/') ? form.slice(0, -1) : form;
}
