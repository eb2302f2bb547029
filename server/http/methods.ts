/** Paths with one of these beginnings refuse wrong methods themselves. */
export function createMethodCheck(prefixes: readonly string[]) {
  const own = new RegExp(`^(?:https?:\\/\\/[^/?#]*)?(?:${prefixes.join('|')})(?:[/?#]|$)`, 'i');
  return ({ method, url }: Request): boolean =>
    method === 'GET' || method === 'HEAD' || own.test(url);
}

export function refuseMethod(headers: Readonly<Record<string, string>>): Response {
  return new Response('405 Method Not Allowed: This address takes GET and HEAD.\n', {
    status: 405,
    headers: {
      ...headers,
      Allow: 'GET, HEAD',
      'Cache-Control': 'no-store',
      'Content-Type': 'text/plain; charset=utf-8',
    },
  });
}
