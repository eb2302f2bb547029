import font from './glyphs.json' with { type: 'json' };

/** The text below a QR code. All lengths are in modules. */
export interface Caption {
  readonly lines: readonly CaptionLine[];
  /** The lines as one outline in the page's font; null: it lacks a glyph, so the text is drawn. */
  readonly outline: string | null;
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
/** The widths of the widest characters of `CAPTION_FONT`, as shares of the font size. */
const NARROW_WIDTH = 0.63;
const WIDE_WIDTH = 1.05;

/** Lays out a text below a code of `size` modules, in a picture of `width` modules. */
export function layOutCaption(text: string, size: number, width: number): Caption {
  const measure = Array.from(text).every(hasGlyph) ? measureGlyph : measureCharacter;
  const measureText = (of: string) => Array.from(of).reduce((sum, each) => sum + measure(each), 0);
  const maxWidth = size - 2;
  const largest = size * FONT_SIZE_MAX;
  const smallest = size * FONT_SIZE_MIN;
  const fontSize = Math.max(smallest, Math.min(largest, maxWidth / measureText(text)));
  const texts = breakLines(text, maxWidth / fontSize, measure);
  const lineHeight = fontSize * LINE_HEIGHT;
  const lines = texts.map((line, index) => ({
    text: line,
    x: width / 2,
    y: width - 1 + fontSize + index * lineHeight,
  }));
  const outlines = lines.map(({ text: line, x, y }) =>
    outlineText(line, x - (measureText(line) * fontSize) / 2, y, fontSize),
  );
  return {
    fontSize,
    // Whole modules keep the picture on the pixel grid.
    height: Math.ceil(lines.length * lineHeight + fontSize * 0.6),
    lines,
    outline: measure === measureGlyph ? outlines.join('') : null,
  };
}

const glyphs: Readonly<Partial<Record<string, string>>> = font.glyphs;

function hasGlyph(character: string): boolean {
  return Object.hasOwn(glyphs, character);
}

/** Moves the outlines of a line's glyphs to its place: the left end of its base line. */
function outlineText(line: string, x: number, y: number, fontSize: number): string {
  const scale = fontSize / font.unitsPerEm;
  let at = x;
  const outlines = Array.from(line, (character) => {
    const start = at;
    at += measureGlyph(character) * fontSize;
    const outline = /[A-Z].*/.exec(glyphs[character] ?? '')?.[0] ?? '';
    return outline.replaceAll(
      /(-?\d+) (-?\d+)/g,
      (_, right: string, down: string) =>
        `${round(start + Number(right) * scale)} ${round(y + Number(down) * scale)}`,
    );
  });
  return outlines.join('');
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

type Measure = (character: string) => number;

function measureGlyph(character: string): number {
  return Number.parseInt(glyphs[character] ?? '0', 10) / font.unitsPerEm;
}

function measureCharacter(character: string): number {
  return character.codePointAt(0)! < 0x300 ? NARROW_WIDTH : WIDE_WIDTH;
}

function breakLines(text: string, maxWidth: number, measure: Measure): string[] {
  const whole = fillLines(text, maxWidth, measure);
  if (whole.length <= LINES_MAX) return whole;
  const characters = Array.from(text);
  let kept = characters.length;
  let lines = whole;
  while (lines.length > LINES_MAX) {
    kept -= 1;
    const head = characters.slice(0, Math.ceil(kept / 2));
    const tail = characters.slice(characters.length - Math.floor(kept / 2));
    lines = fillLines([...head, '…', ...tail].join(''), maxWidth, measure);
  }
  return lines;
}

function fillLines(text: string, maxWidth: number, measure: Measure): string[] {
  const lines = [''];
  let used = 0;
  for (const character of text) {
    const width = measure(character);
    if (used + width > maxWidth) {
      lines.push('');
      used = 0;
    }
    lines[lines.length - 1] += character;
    used += width;
  }
  return lines;
}
