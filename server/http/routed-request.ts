/** The router needs a host, and GET instead of HEAD: for HEAD it would send a length of 0. */
export function toRoutedRequest(request: Request): Request {
  const hosted = request.url.startsWith('/')
    ? new Request(`http://localhost${request.url}`, request)
    : request;
  return request.method === 'HEAD' ? new Request(hosted, { method: 'GET' }) : hosted;
}
