/** Keeps the first 3 and the last 4 characters: enough to recognize a token. */
export function maskToken(token: string): string {
  return `${token.slice(0, 3)}${'•'.repeat(24)}${token.slice(-4)}`;
}
