/** Stored URLs are ASCII, so other characters are also found percent-encoded or as punycode. */
export function replaceInUrl(longUrl: string, find: string, put: string): string {
  const form = formsOf(find).find((form) => longUrl.includes(form));
  return form === undefined ? longUrl : longUrl.replaceAll(form, () => put);
}

/** The forms of a text in a stored URL, likeliest first. */
function formsOf(text: string): readonly string[] {
  if (!/\P{ASCII}/u.test(text)) return [text];
  const encoded = text
    .toWellFormed()
    .replaceAll(/\P{ASCII}+/gu, (part) => encodeURIComponent(part));
  const url = urlForm(text);
  return url === null ? [encoded] : [encoded, url];
}

/** The ASCII form of a text that begins with a host; else null. */
function urlForm(text: string): string | null {
  const scheme = /^https?:\/\//i.exec(text)?.[0] ?? '';
  const url = URL.parse(scheme === '' ? `https://${text}` : text);
  if (url === null) return null;
  const form = scheme === '' ? url.href.slice('https://'.length) : url.href;
  // The parser adds a `/` to a URL without a path.
  return form.endsWith('/') && !text.endsWith('/') ? form.slice(0, -1) : form;
}
