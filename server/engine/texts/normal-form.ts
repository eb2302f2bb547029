/** Characters that a normal form sorts; UAX #15 calls at most 30 in a row safe. */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{31}/u;
const PIECE = /[^]{1,64}/gu;

/** As `text.normalize`, whose time grows with the square of a run of combining marks. */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  if (!LONG_RUN.test(text)) return text.normalize(form);
  return text.replaceAll(PIECE, (piece) => piece.normalize(form));
}
