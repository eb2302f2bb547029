const USER_AGENT_MAX = 2048; // characters

/** Ignores case. Returns the first text that matches, or null. */
export function findBlockedText(userAgent: string, texts: readonly string[]): string | null {
  if (texts.length === 0) return null;
  const lower = userAgent.slice(0, USER_AGENT_MAX).toLowerCase();
  return texts.find((text) => lower.includes(text.toLowerCase())) ?? null;
}
