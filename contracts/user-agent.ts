/** Ignores case. Returns the first text that matches, or null. */
export function findBlockedText(userAgent: string, texts: readonly string[]): string | null {
  if (texts.length === 0) return null;
  const lower = userAgent.toLowerCase();
  return texts.find((text) => lower.includes(text.toLowerCase())) ?? null;
}
