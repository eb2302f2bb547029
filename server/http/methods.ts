const API = /^(?:https?:\/\/[^/?#]*)?\/api(?:[/?#]|$)/i;

/** The API refuses wrong methods itself. */
export function isMethodAllowed({ method, url }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || API.test(url);
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
