/**
 * The code that a URL asks for: its only path segment, decoded, with or without a slash behind
 * it. Null when the path has no segment, several, or one that is not valid percent-encoding.
 */
export function visitedCode(url: string): string | null {
  // Without a Host header that is one, the URL is the path alone.
  const start = url.startsWith('/') ? 1 : url.indexOf('/', url.indexOf('://') + 3) + 1;
  if (start === 0) return null;
  let end = url.indexOf('?', start);
  if (end === -1) end = url.length;
  if (url.charCodeAt(end - 1) === 47 /* slash */) end -= 1;
  if (end <= start) return null;
  const segment = url.slice(start, end);
  if (segment.includes('/')) return null;
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
