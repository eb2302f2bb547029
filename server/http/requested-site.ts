/**
 * The site as this visitor reached it. A proxy in front names the scheme that it spoke with them; of
 * several names, the first is the outermost proxy's.
 */
export function requestedSite(request: Request): URL {
  // Without a Host header that is one, the URL is the path alone.
  const url = URL.parse(request.url) ?? new URL('http://localhost');
  const schemes = (request.headers.get('x-forwarded-proto') ?? '').toLowerCase().split(',');
  const first = schemes.map((scheme) => scheme.trim()).find((scheme) => scheme !== '');
  if (first === 'https') url.protocol = 'https:';
  return url;
}
