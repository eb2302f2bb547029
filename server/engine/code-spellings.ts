/** Characters that are not seen: joiners, marks of direction, soft hyphens. Flags keep their tags. */
const UNSEEN = String.raw`(?![\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\p{Cf}]`;
const everyUnseen = new RegExp(UNSEEN, 'gu');

/** What may stand around a code in a sentence; a plus asks for the preview. */
const EDGE = String.raw`(?:${UNSEEN}|[\p{P}\p{Z}\s<>|${'`'}´~^=\u275b-\u275e\u2760\ufffc\ufffd＜＞｜～])`;
const lastEdge = new RegExp(`${EDGE}$`, 'u');
const firstEdges = new RegExp(
  String.raw`^(?:${UNSEEN}|[\p{Z}\p{Ps}\p{Pi}\p{Pf}\s/<"'${'`'}＜\ufffc\ufffd])+`,
  'u',
);
/** Where another text begins that is not of the code, such as the sentence in which it stood. */
const OTHER_TEXT = /[?#&<>|\]…“”„«»‹›、。，；：！？（）「」『』【】《》〈〉]/u;

/** No code is longer, with what may stand behind it; in UTF-16 units. */
const LENGTH_MAX = 300;
/** How many characters are taken from the end of a code one by one. */
const STEPS_MAX = 8;

/**
 * The form in which codes are compared: NFC, in small letters, without characters that are not seen.
 * Two codes of one form are two links all the same.
 */
export function foldCode(code: string): string {
  if (/^[!-~]*$/.test(code)) return code.toLowerCase();
  return composeCode(code).toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** The same with small and capital letters apart. */
export function composeCode(code: string): string {
  return code.replace(everyUnseen, '').normalize('NFC');
}

/** What is left of a typed code without what chat programs and people put around it; may be ''. */
export function tidyCode(typed: string): string {
  if (/^[a-z\d]*$/i.test(typed)) return typed;
  let code = cutOff(composeCode(typed).replace(firstEdges, ''));
  for (let shorter; (shorter = dropEdge(code)) !== code;) code = shorter;
  return code;
}

/**
 * The codes that a visitor may have meant, as typed first and then with ever less of what stands
 * around it.
 */
export function possibleCodes(typed: string): readonly string[] {
  if (/^[a-z\d]*$/i.test(typed)) return [typed];
  const composed = composeCode(typed);
  const bare = composed.replace(firstEdges, '');
  const codes = new Set([typed]);
  for (const start of [composed, bare, cutOff(bare)]) {
    if (start.length > LENGTH_MAX) continue;
    let code = start;
    codes.add(code);
    for (let step = 0; step < STEPS_MAX; step += 1) codes.add((code = dropEdge(code)));
  }
  codes.add(tidyCode(typed));
  codes.delete('');
  return [...codes].filter((code) => code === typed || code.length <= LENGTH_MAX);
}

/** A key that a typed code shares with every code that it may lead to. */
export function familyOf(code: string): string {
  return /^[a-z\d]*$/.test(code) ? code : tidyCode(foldCode(code));
}

function cutOff(text: string): string {
  const end = text.search(OTHER_TEXT);
  return end === -1 ? text : text.slice(0, end);
}

function dropEdge(code: string): string {
  return code.replace(lastEdge, '');
}
