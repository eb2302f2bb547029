/** Characters: hundreds of tags. */
const LENGTH_MAX = 8192;

/** A small text with its ETag; 304 for a caller that has it. */
export function answerText(
  request: Request,
  text: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const etag = `W/"${Bun.hash(text).toString(36)}"`;
  const isHeld = matchesEtag(request, etag);
  return new Response(isHeld ? null : text, {
    status: isHeld ? 304 : 200,
    headers: { ...headers, ETag: etag },
  });
}

export function matchesEtag(request: Request, etag: string): boolean {
  const seen = request.headers.get('if-none-match') ?? '';
  return seen
    .slice(0, LENGTH_MAX)
    .split(',')
    .some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
