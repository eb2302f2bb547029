import { expect, test } from 'bun:test';
import { inflateSync } from 'node:zlib';
import { readGlyphs } from '../../scripts/caption-glyphs.ts';
import {
  decodePixels,
  rasterize,
  toPolygons,
  type Outline,
} from '../../tests/browser/qr/rasterize.ts';
import { fc } from '../../tests/support/random.ts';
import { chooseForRun } from '../../tests/support/test-run.ts';
import glyphs from './glyphs.json' with { type: 'json' };
import { toPdfFile } from './qr-pdf.ts';
import { layOutQr, logoSizes, type QrPicture } from './qr-picture.ts';
import { dotShapes, eyeShapes } from './qr-shapes.ts';
import { toSvgContent, toSvgFile } from './qr-svg.ts';

const ZOOM = 6;

/** Moves polygons to pixels. */
function scaleTo(polygons: Outline['polygons'], scale: number): Outline['polygons'] {
  return polygons.map((polygon) => polygon.map(({ x, y }) => ({ x: x * scale, y: y * scale })));
}

/** Reads the code as a camera does, with a black square in place of the logo. */
function decode({ width, height }: QrPicture, outlines: readonly Outline[]): string | null {
  const [right, down] = [width * ZOOM, height * ZOOM];
  const scaled = outlines.map(({ polygons, rule }) => ({
    polygons: scaleTo(polygons, ZOOM),
    rule,
  }));
  return decodePixels(rasterize(right, down, scaled), right, down);
}

function listOutlines({ shapes, logo }: QrPicture): Outline[] {
  const outlines: Outline[] = shapes.map(({ path, rule }) => ({
    polygons: toPolygons(path),
    rule,
  }));
  if (logo !== null) {
    const { at, side } = logo;
    const box = `M${at} ${at}h${side}v${side}h${-side}z`;
    outlines.push({ polygons: toPolygons(box), rule: 'nonzero' });
  }
  return outlines;
}

const plain = {
  color: '#000000',
  background: '#ffffff',
  dots: 'square',
  eyes: 'square',
  logo: null,
  logoSize: 'medium',
  caption: null,
} as const;
const logo = 'data:image/png;base64,AAAA';
const shortest = 'https://go.example/a?qr';
const links = [shortest, `https://go.example/${'brisk'.repeat(51)}?qr`];

const variants = dotShapes.flatMap((dots) =>
  eyeShapes.flatMap((eyes) =>
    [null, ...logoSizes].flatMap((logoSize) =>
      [null, 'go.example/a'].map((caption) => ({ dots, eyes, logoSize, caption })),
    ),
  ),
);
/** The hardest to read: the least dark area, and the largest logo. */
const hardest = variants.filter(
  ({ dots, eyes, logoSize }) => dots !== 'square' && eyes !== 'square' && logoSize !== 'small',
);

test.each(chooseForRun(links.slice(0, 1), links))(
  'each combination of shapes, logo and frame reads as %s',
  (link) => {
    for (const { dots, eyes, logoSize, caption } of chooseForRun(hardest, variants)) {
      const hasLogo = logoSize === null ? {} : { logo, logoSize };
      const picture = layOutQr(link, { ...plain, dots, eyes, caption, ...hasLogo });
      const read = decode(picture, listOutlines(picture));
      expect({ dots, eyes, logoSize, caption, read }).toMatchObject({ read: link });
    }
  },
  120_000,
);

/** A PDF as its objects, by their numbers as the table at its end gives their places. */
function readObjects(file: Buffer): Buffer[] {
  const text = file.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const entries = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)];
  return entries.map(([, place], index) => {
    const start = Number(place);
    expect(text.slice(start)).toStartWith(`${index + 1} 0 obj\n`);
    return file.subarray(start, text.indexOf('endobj', start));
  });
}

function readStream(object: Buffer): Buffer {
  const text = object.toString('latin1');
  const start = text.indexOf('stream\n') + 7;
  const length = Number(/\/Length (\d+)/.exec(text)![1]);
  return inflateSync(object.subarray(start, start + length));
}

/** The outlines of a page's content: one of each `f` and `f*`. */
function readFills(content: string): Outline[] {
  const paths = [...content.matchAll(/^([-\d. mlch]+) (f\*?)$/gm)];
  return paths.map(([, operators = '', fill]) => {
    const parts = operators.matchAll(/([-\d. ]*)([mlch])/g);
    const path = Array.from(parts, ([, numbers = '', letter = '']) =>
      letter === 'h' ? 'z' : `${letter.toUpperCase()}${numbers.trim()}`,
    );
    return { polygons: toPolygons(path.join('')), rule: fill === 'f*' ? 'evenodd' : 'nonzero' };
  });
}

test.each(dotShapes.map((dots, index) => [dots, eyeShapes[index]!] as const))(
  'a PDF with %s modules and %s corners reads as its link, and has no text and no font',
  async (dots, eyes) => {
    const look = { ...plain, dots, eyes, color: '#7a1e0c', background: null };
    const picture = layOutQr(shortest, { ...look, caption: 'go.example/a' });
    const file = Buffer.from(await (await toPdfFile(picture)).arrayBuffer());
    const objects = readObjects(file);
    const content = readStream(objects[3]!).toString();
    expect(content).toContain('\n0.478 0.118 0.047 rg\n');
    // Transparent: nothing fills the page.
    expect(content).not.toContain(' re ');
    expect(content).not.toContain('BT');
    const fills = readFills(content);
    expect(fills).toHaveLength(picture.shapes.length);
    expect(decode(picture, fills)).toBe(shortest);
    const colored = await toPdfFile({ ...picture, background: '#ffffff' });
    const page = readStream(readObjects(Buffer.from(await colored.arrayBuffer()))[3]!);
    expect(page.toString()).toContain(`1 1 1 rg 0 0 ${picture.width} ${picture.height} re f`);
  },
);

function drawCaption(caption: string): QrPicture {
  return layOutQr(shortest, { ...plain, caption });
}

test('a caption is an outline where our font has each glyph, and else a text', () => {
  for (const caption of ['go.example/sale', 'münchen.example/ßø~%…', 'a'.repeat(300)]) {
    expect(toSvgContent(drawCaption(caption))).not.toContain('<text');
    expect(drawCaption(caption).shapes).toHaveLength(4);
  }
  for (const caption of ['go.example/短', 'go.example/__proto__\u{1F600}', 'go.example/ɐ']) {
    expect(toSvgContent(drawCaption(caption))).toContain('<text');
    expect(drawCaption(caption).shapes).toHaveLength(3);
  }
});

test('a caption stays inside its picture', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 300 }), (caption) => {
      const { width, height, shapes, text } = layOutQr(shortest, { ...plain, caption });
      const points = toPolygons(text === null ? shapes.at(-1)!.path : '').flat();
      for (const { x, y } of points) {
        expect([x > 0, x < width, y > 0, y < height]).toEqual([true, true, true, true]);
      }
    }),
  );
});

test('an SVG has only characters of XML, whatever its caption is', async () => {
  const hostile = '\u{FFFF}\u{FFFE}\0\u{1}\u{B}\u{D800}</text>&<短';
  const svg = await toSvgFile(layOutQr(shortest, { ...plain, caption: hostile }), 512).text();
  expect(svg).toContain(
    '\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}&lt;/text&gt;&amp;&lt;短</text>',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (caption) => {
      const content = toSvgContent(layOutQr(shortest, { ...plain, caption }));
      expect(content).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
    }),
  );
});

test('a transparent picture has no ground, and an image has both kinds of reference', async () => {
  const picture = layOutQr(shortest, { ...plain, background: null, logo });
  const svg = await toSvgFile(picture, 512).text();
  expect(svg).not.toContain('<rect');
  expect(svg).toContain('xmlns:xlink="http://www.w3.org/1999/xlink"');
  expect(svg).toContain(` href="${logo}" xlink:href="${logo}"/>`);
});

test('the glyphs are those of the font; `scripts/caption-glyphs.ts` writes them', async () => {
  expect(await readGlyphs()).toEqual(glyphs);
});
