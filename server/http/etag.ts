/** Tells whether a request says that its sender has what carries this tag. */
export function knowsEtag(request: Request, etag: string): boolean {
  const seen = request.headers.get('if-none-match') ?? '';
  return seen.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
