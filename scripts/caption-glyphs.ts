import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FONT = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';
const GLYPHS = 'web/qr/glyphs.json';

interface Font {
  readonly unitsPerEm: number;
  readonly characterSet: readonly number[];
  glyphForCodePoint(codePoint: number): Glyph;
}

interface Glyph {
  readonly advanceWidth: number;
  readonly path: {
    readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[];
  };
}

/** What the caption of a QR code draws itself, so that a file needs no font. */
interface Glyphs {
  readonly unitsPerEm: number;
  /** By character, in units of the font: the advance width, then the outline with y downwards. */
  readonly glyphs: Readonly<Record<string, string>>;
}

const letters: Readonly<Record<string, string>> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  closePath: 'Z',
};

export async function readGlyphs(): Promise<Glyphs> {
  const fontkit = resolve('node_modules/fontkit/dist/module.mjs');
  const { openSync } = (await import(fontkit)) as { readonly openSync: (file: string) => Font };
  const font = openSync(resolve('node_modules', FONT));
  const codePoints = font.characterSet.filter((codePoint) =>
    isDrawn(String.fromCodePoint(codePoint)),
  );
  const glyphs = codePoints.map((codePoint) => {
    const { advanceWidth, path } = font.glyphForCodePoint(codePoint);
    return [String.fromCodePoint(codePoint), `${Math.round(advanceWidth)}${toPath(path.commands)}`];
  });
  return { unitsPerEm: font.unitsPerEm, glyphs: Object.fromEntries(glyphs) as Glyphs['glyphs'] };
}

function isDrawn(character: string): boolean {
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character);
}

function toPath(commands: Glyph['path']['commands']): string {
  const parts = commands.map(({ command, args }) => {
    const numbers = args.map((value, index) => Math.round(index % 2 === 0 ? value : -value) || 0);
    const letter = letters[command];
    if (letter === undefined) throw new Error(`an outline has ${command}`);
    return `${letter}${numbers.join(' ')}`;
  });
  return parts.join('');
}

if (import.meta.main) {
  writeFileSync(GLYPHS, `${JSON.stringify(await readGlyphs(), null, 2)}\n`);
}
