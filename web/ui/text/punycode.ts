/** The Bootstring parameters for Punycode: RFC 3492, section 5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 0x80;
const CODE_POINT_MAX = 0x10ffff;
const LENGTH_MAX = 63;

/** Decodes Punycode without its `xn--`: RFC 3492, section 6.2. Null: not Punycode. */
export function decodePunycode(encoded: string): string | null {
  if (encoded.length > LENGTH_MAX) return null;
  const plainEnd = Math.max(0, encoded.lastIndexOf('-'));
  const points = Array.from(encoded.slice(0, plainEnd), (char) => char.codePointAt(0)!);
  let codePoint = FIRST_CODE_POINT;
  let place = 0;
  let bias = FIRST_BIAS;
  for (let at = plainEnd === 0 ? 0 : plainEnd + 1; at < encoded.length;) {
    const before = place;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = toDigit(encoded.charCodeAt(at));
      at += 1;
      if (digit === null) return null;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = points.length + 1;
    bias = adapt(place - before, length, before === 0);
    codePoint += Math.floor(place / length);
    place %= length;
    if (codePoint > CODE_POINT_MAX) return null;
    points.splice(place, 0, codePoint);
    place += 1;
  }
  return String.fromCodePoint(...points);
}

/** a–z are 0 to 25, 0–9 are 26 to 35. Null: another character, or the end of the text. */
function toDigit(char: number): number | null {
  if (char >= 0x61 && char <= 0x7a) return char - 0x61;
  if (char >= 0x30 && char <= 0x39) return char - 0x30 + 26;
  return null;
}

/** RFC 3492, section 6.1. */
function adapt(difference: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? DAMP : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  for (; delta > ((BASE - T_MIN) * T_MAX) / 2; k += BASE)
    delta = Math.floor(delta / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * delta) / (delta + SKEW));
}
