import { normalizeText } from '../../engine/texts/normal-form.ts';

/** `unset`: the value is empty. `unclear`: the value is no known spelling of a flag. */
export type Flag = 'on' | 'off' | 'unset' | 'unclear';

const WORD_MAX = 100; // characters

/** Dumps write a bit column as its byte, an SQL literal, hexadecimal or base64. */
const texts: Readonly<Record<string, Flag>> = {
  '': 'unset',
  null: 'unset',
  none: 'unset',
  '\\n': 'unset',
  true: 'on',
  t: 'on',
  yes: 'on',
  y: 'on',
  on: 'on',
  '\u0001': 'on',
  "b'1'": 'on',
  '0x01': 'on',
  '\\x01': 'on',
  'aq==': 'on',
  false: 'off',
  f: 'off',
  no: 'off',
  n: 'off',
  off: 'off',
  '\u0000': 'off',
  "b'0'": 'off',
  '0x00': 'off',
  '\\x00': 'off',
  'aa==': 'off',
};

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
  if (Object.hasOwn(texts, text)) return texts[text]!;
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
