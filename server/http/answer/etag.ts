/** Characters: hundreds of tags. */
const LENGTH_MAX = 8192;

export function matchesEtag(request: Request, etag: string): boolean {
  const seen = request.headers.get('if-none-match') ?? '';
  return seen
    .slice(0, LENGTH_MAX)
    .split(',')
    .some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
