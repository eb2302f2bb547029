/**
 * A browser that is refused asks again at the click. It would use a prefetched redirect without
 * asking, and the click would be lost.
 */
export function refusePrefetch(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 503, headers: { ...headers, 'Cache-Control': 'no-store' } });
}

export function isPrefetch(headers: Headers): boolean {
  return (
    declaresPrefetch(headers.get('sec-purpose')) ||
    declaresPrefetch(headers.get('purpose')) ||
    declaresPrefetch(headers.get('x-purpose')) ||
    declaresPrefetch(headers.get('x-moz'))
  );
}

function declaresPrefetch(purpose: string | null): boolean {
  return purpose !== null && /\bpre(fetch|render|view)\b/i.test(purpose);
}

/** Whether a page embeds the link: in a picture, a frame, a script. Browsers say what it is for. */
export function isEmbedded(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest') ?? '';
  return /^[a-z]+$/i.test(destination) && !/^(document|empty)$/i.test(destination);
}
