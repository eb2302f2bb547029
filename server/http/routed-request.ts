/**
 * The request in the form that the router needs: with a host also where the visitor sent none,
 * and a GET for a HEAD (the router would say that its length is 0; the server cuts the body off).
 */
export function asRouted(request: Request): Request {
  const hosted = request.url.startsWith('/')
    ? new Request(`http://localhost${request.url}`, request)
    : request;
  return request.method === 'HEAD' ? new Request(hosted, { method: 'GET' }) : hosted;
}
