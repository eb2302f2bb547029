/** The site's URL as the visitor typed it. The outermost proxy's scheme comes first. */
export function requestedSite(request: Request): URL {
  // Without a valid Host header, the URL is only a path.
  const url = URL.parse(request.url) ?? new URL('http://localhost');
  const schemes = (request.headers.get('x-forwarded-proto') ?? '').toLowerCase().split(',');
  const first = schemes.map((scheme) => scheme.trim()).find((scheme) => scheme !== '');
  if (first === 'https') url.protocol = 'https:';
  return url;
}
