/** Shows of a token what tells it from others, and no more. */
export function maskToken(token: string): string {
  return `${token.slice(0, 3)}${'•'.repeat(24)}${token.slice(-4)}`;
}
