/** The text below a QR code. All lengths are in modules. */
export interface Caption {
  readonly lines: readonly CaptionLine[];
  readonly fontSize: number;
  readonly height: number;
}

interface CaptionLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export const CAPTION_FONT = 'ui-monospace, Menlo, Consolas, monospace';

/** The limits of the font size, as shares of the width of the code. */
const FONT_SIZE_MAX = 0.075;
const FONT_SIZE_MIN = 0.04;
const LINES_MAX = 3;
const LINE_HEIGHT = 1.3;
/** The widths of the widest characters, as shares of the font size. */
const NARROW_WIDTH = 0.63;
const WIDE_WIDTH = 1.05;

/** Lays out a text below a code of `size` modules, in a picture of `width` modules. */
export function layOutCaption(text: string, size: number, width: number): Caption {
  const maxWidth = size - 2;
  const largest = size * FONT_SIZE_MAX;
  const smallest = size * FONT_SIZE_MIN;
  const fontSize = Math.max(smallest, Math.min(largest, maxWidth / measureText(text)));
  const lines = breakLines(text, maxWidth / fontSize);
  const lineHeight = fontSize * LINE_HEIGHT;
  return {
    fontSize,
    // Whole modules keep the picture on the pixel grid.
    height: Math.ceil(lines.length * lineHeight + fontSize * 0.6),
    lines: lines.map((line, index) => ({
      text: line,
      x: width / 2,
      y: width - 1 + fontSize + index * lineHeight,
    })),
  };
}

function measureCharacter(character: string): number {
  return character.codePointAt(0)! < 0x300 ? NARROW_WIDTH : WIDE_WIDTH;
}

/** The width of a text, as a multiple of the font size. */
function measureText(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + measureCharacter(character), 0);
}

function breakLines(text: string, maxWidth: number): string[] {
  const whole = fillLines(text, maxWidth);
  if (whole.length <= LINES_MAX) return whole;
  const characters = Array.from(text);
  let kept = characters.length;
  let lines = whole;
  while (lines.length > LINES_MAX) {
    kept -= 1;
    const head = characters.slice(0, Math.ceil(kept / 2));
    const tail = characters.slice(characters.length - Math.floor(kept / 2));
    lines = fillLines([...head, '…', ...tail].join(''), maxWidth);
  }
  return lines;
}

function fillLines(text: string, maxWidth: number): string[] {
  const lines = [''];
  let used = 0;
  for (const character of text) {
    const width = measureCharacter(character);
    if (used + width > maxWidth) {
      lines.push('');
      used = 0;
    }
    lines[lines.length - 1] += character;
    used += width;
  }
  return lines;
}
