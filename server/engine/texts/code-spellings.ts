import { normalizeText } from './normal-form.ts';

/** Invisible characters: joiners, direction marks, soft hyphens. Flags keep their tags. */
const UNSEEN = String.raw`(?![\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\p{Cf}]`;
const everyUnseen = new RegExp(UNSEEN, 'gu');

/** What may surround a code in a sentence. A plus asks for the preview. */
const EDGE = String.raw`(?:${UNSEEN}|[\p{P}\p{Z}\s<>|${'`'}´~^=\u275b-\u275e\u2760\ufffc\ufffd＜＞｜～])`;
const isEdge = new RegExp(`^${EDGE}$`, 'u');
const firstEdges = new RegExp(
  String.raw`^(?:${UNSEEN}|[\p{Z}\p{Ps}\p{Pi}\p{Pf}\s/<"'${'`'}＜\ufffc\ufffd])+`,
  'u',
);
/** These characters begin text that is not part of the code. */
const OTHER_TEXT = /[?#&<>|\]…“”„«»‹›、。，；：！？（）「」『』【】《》〈〉]/u;

/** A code in Latin letters, right before text of a script that puts no blanks between words. */
const GLUED =
  /^([\w./-]*[\w-])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const ENCODED = /%[\da-f]{2}/i;

/** The longest typed code with its surroundings, in UTF-16 units. */
const LENGTH_MAX = 300;
const STEPS_MAX = 8;

/** NFC, lower case, no invisible characters. Two links may have the same folded code. */
export function foldCode(code: string): string {
  if (/^[!-~]*$/.test(code)) return code.toLowerCase();
  return normalizeText(normalizeCode(code).toLowerCase().replaceAll('ς', 'σ'), 'NFC');
}

/** NFC, without invisible characters; keeps the case. */
export function normalizeCode(code: string): string {
  return normalizeText(code.replace(everyUnseen, ''), 'NFC');
}

export function trimCode(typed: string): string {
  if (/^[a-z\d]*$/i.test(typed)) return typed;
  const code = cutOff(normalizeCode(typed).replace(firstEdges, ''));
  let end = code.length;
  for (let before; (before = passEdge(code, end)) !== end;) end = before;
  return code.slice(0, end);
}

/** The code as typed, then with fewer and fewer characters around it. */
export function listPossibleCodes(typed: string): readonly string[] {
  if (/^[a-z\d]*$/i.test(typed)) return [typed];
  const composed = normalizeCode(typed);
  const bare = composed.replace(firstEdges, '');
  const codes = new Set([typed]);
  for (const start of [composed, bare, cutOff(bare)]) {
    if (start.length > LENGTH_MAX) continue;
    let code = start;
    codes.add(code);
    for (let step = 0; step < STEPS_MAX; step += 1) codes.add((code = dropEdge(code)));
  }
  const trimmed = trimCode(typed);
  const decoded = trimCode(decodeAgain(trimmed));
  for (const code of [trimmed, decoded, cutGlued(decoded)]) codes.add(code);
  codes.delete('');
  return [...codes].filter((code) => code === typed || code.length <= LENGTH_MAX);
}

/** A key that a typed code shares with every code that it may lead to. */
export function getCodeFamily(code: string): string {
  if (/^[a-z\d]*$/.test(code)) return code;
  return cutGlued(trimCode(foldCode(decodeAgain(trimCode(foldCode(code))))));
}

function cutGlued(code: string): string {
  const [, glued] = GLUED.exec(code) ?? [];
  return glued === undefined ? code : trimCode(glued);
}

/** A code that was percent-encoded twice; other texts stay. PostgreSQL refuses U+0000. */
function decodeAgain(code: string): string {
  if (!ENCODED.test(code)) return code;
  try {
    const decoded = decodeURIComponent(code);
    return ENCODED.test(decoded) || code.includes('%00') ? code : decoded;
  } catch {
    return code;
  }
}

function cutOff(text: string): string {
  const end = text.search(OTHER_TEXT);
  return end === -1 ? text : text.slice(0, end);
}

function dropEdge(code: string): string {
  return code.slice(0, passEdge(code, code.length));
}

function passEdge(code: string, end: number): number {
  const before = end - (/[\udc00-\udfff]/.test(code.charAt(end - 1)) ? 2 : 1);
  return isEdge.test(code.slice(Math.max(before, 0), end)) ? before : end;
}

/** Codes that begin with a prefix come before it. U+10FFFF is above all other characters. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
