/** Without characters that command a terminal or change the order of a line. */
export function toPlainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\p{Cf}/gu, '');
}
