import { normalizeText } from '../../engine/texts/normal-form.ts';

/** `unset`: the value is empty. `unclear`: the value is no known spelling of a flag. */
export type Flag = 'on' | 'off' | 'unset' | 'unclear';

const WORD_MAX = 100; // characters

/** Dumps write a bit column as its byte, an SQL literal, hexadecimal or base64. */
const spellings: Readonly<Record<Exclude<Flag, 'unclear'>, readonly string[]>> = {
  unset: ['', 'null', 'none', '\\n'],
  on: ['true', 't', 'yes', 'y', 'on', '\u0001', "b'1'", '0x01', '\\x01', 'aq=='],
  off: ['false', 'f', 'no', 'n', 'off', '\u0000', "b'0'", '0x00', '\\x00', 'aa=='],
};
const flags = new Map<string, Flag>(
  (['unset', 'on', 'off'] as const).flatMap((flag) => spellings[flag].map((text) => [text, flag])),
);

export function readFlag(value: unknown): Flag {
  if (value === undefined || value === null) return 'unset';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return readNumber(value);
  if (typeof value === 'string') return readText(normalizeText(value, 'NFKC').trim().toLowerCase());
  return readBuffer(value);
}

/** Words for a link that redirects. The status of its redirect is no state. */
const LIVE =
  /^(?:active|enabled|live|open|online|publish(?:ed)?|aktiv|actif|activo|启用|正常|200|30[12378])$/;
const ENDED =
  /^(?:paused|disabled|inactive|archived?|expired|deactivated|blocked|banned|suspended|closed|offline|draft|unpublished|inaktiv|deaktiviert|archiviert|inactif|inactivo|禁用|停用|暂停|已过期|归档)$/;

/** A column `status` or `state`: a flag or a word. */
export function readState(value: unknown): Flag {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const word = normalizeText(text.slice(0, WORD_MAX), 'NFKC').trim().toLowerCase();
  if (LIVE.test(word)) return 'on';
  return ENDED.test(word) ? 'off' : readFlag(value);
}

/** Microsoft Access and Visual Basic write -1 for true. */
function readNumber(value: number): Flag {
  if (value === 0) return 'off';
  return Math.abs(value) === 1 ? 'on' : 'unclear';
}

function readText(text: string): Flag {
  const flag = flags.get(text);
  if (flag !== undefined) return flag;
  return /^[+-]?\d{1,16}(?:\.0{1,16})?$/.test(text) ? readNumber(Number(text)) : 'unclear';
}

/** Node.js writes a buffer into JSON as `{"type":"Buffer","data":[1]}`. */
function readBuffer(value: object): Flag {
  if (!('type' in value) || value.type !== 'Buffer') return 'unclear';
  const bytes: unknown = 'data' in value ? value.data : null;
  if (!Array.isArray(bytes) || bytes.length === 0) return 'unclear';
  const isZero = bytes.slice(0, -1).every((byte) => byte === 0);
  const last: unknown = bytes.at(-1);
  return isZero && typeof last === 'number' ? readNumber(last) : 'unclear';
}
