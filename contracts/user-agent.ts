/** The first of the texts that a user agent holds, whatever their case; null when it holds none. */
export function findBlockedText(userAgent: string, texts: readonly string[]): string | null {
  if (texts.length === 0) return null;
  const lower = userAgent.toLowerCase();
  return texts.find((text) => lower.includes(text.toLowerCase())) ?? null;
}
