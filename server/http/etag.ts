export function matchesEtag(request: Request, etag: string): boolean {
  const seen = request.headers.get('if-none-match') ?? '';
  return seen.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
