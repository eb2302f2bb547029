/** Prefetched pages may never be visited. */
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
