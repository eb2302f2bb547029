import type { Caption } from './caption.ts';
import type { QrPicture } from './qr-picture.ts';
import { createPen, drawCaption, drawLogo } from './qr-png.ts';

/** The width of the page, in points: 100 mm. */
const PAGE_WIDTH = 283.46;
/** The side of a logo and the width of a caption that is a picture, in pixels. */
const LOGO_PX = 512;
const CAPTION_PX = 2400;
/** How far the handles of a Bézier curve reach for a quarter of a circle, as a share of the radius. */
const KAPPA = 0.5523;

type Content = string | Uint8Array;

/** A picture and its place, in modules. */
interface Placed {
  readonly pixels: ImageData;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A PDF of one page. All is drawn as outlines but the logo, and a caption that our font lacks. */
export async function toPdfFile(picture: QrPicture): Promise<Blob> {
  const { width, height } = picture;
  const scale = PAGE_WIDTH / width;
  const pageHeight = height * scale;
  const images = await readImages(picture);
  const drawing = [
    // PDF counts upwards from the bottom.
    `${round(scale)} 0 0 ${round(-scale)} 0 ${round(pageHeight)} cm`,
    ...listFills(picture),
    ...images.map(
      ({ x, y, width: right, height: down }, index) =>
        `q ${[right, 0, 0, -down, x, y + down].map(round).join(' ')} cm /I${index} Do Q`,
    ),
  ].join('\n');
  const names = images.map((_, index) => `/I${index} ${5 + 2 * index} 0 R`).join('');
  return joinObjects([
    ['<</Type/Catalog/Pages 2 0 R>>'],
    ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE_WIDTH} ${round(pageHeight)}]` +
        `/Contents 4 0 R/Resources<</XObject<<${names}>>>>>>`,
    ],
    await toStream('', new TextEncoder().encode(drawing)),
    ...(
      await Promise.all(images.map(({ pixels }, index) => toImage(pixels, 6 + 2 * index)))
    ).flat(),
  ]);
}

function listFills({ width, height, color, background, shapes }: QrPicture): string[] {
  const ground = background === null ? [] : [`${toRgb(background)} rg 0 0 ${width} ${height} re f`];
  return [
    ...ground,
    `${toRgb(color)} rg`,
    ...shapes.map(({ path, rule }) => `${toPdfPath(path)} ${rule === 'evenodd' ? 'f*' : 'f'}`),
  ];
}

async function readImages({ width, height, color, logo, text }: QrPicture): Promise<Placed[]> {
  const images: Placed[] = [];
  if (logo !== null) {
    const pen = requirePen(createPen(LOGO_PX, LOGO_PX));
    await drawLogo(pen, { ...logo, at: 0, side: LOGO_PX });
    const { at, side } = logo;
    images.push({ pixels: readPixels(pen), x: at, y: at, width: side, height: side });
  }
  if (text !== null) images.push(drawText(text, color, width, height));
  return images;
}

/** The picture below the code, from its last row of modules on. */
function drawText(text: Caption, color: string, width: number, height: number): Placed {
  const top = width - 1;
  const scale = CAPTION_PX / width;
  const pen = requirePen(createPen(CAPTION_PX, Math.ceil((height - top) * scale)));
  drawCaption(pen, text, { color, scale, left: 0, top: -top * scale });
  return { pixels: readPixels(pen), x: 0, y: top, width, height: pen.canvas.height / scale };
}

function requirePen(pen: CanvasRenderingContext2D | null): CanvasRenderingContext2D {
  if (pen === null) throw new Error('the browser cannot draw');
  return pen;
}

function readPixels(pen: CanvasRenderingContext2D): ImageData {
  return pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
}

/** Translates an outline. An arc is a quarter or a half of a circle, clockwise. */
function toPdfPath(path: string): string {
  let [x, y] = [0, 0];
  const parts: string[] = [];
  const put = (command: string, ...numbers: readonly number[]) => {
    parts.push([...numbers.map(round), command].join(' '));
    [x, y] = [numbers.at(-2) ?? x, numbers.at(-1) ?? y];
  };
  const bend = (dx: number, dy: number) => {
    const [right, down] = dx * dy > 0 ? [KAPPA * dx, 0] : [0, KAPPA * dy];
    const [left, up] = dx * dy > 0 ? [0, KAPPA * dy] : [KAPPA * dx, 0];
    put('c', x + right, y + down, x + dx - left, y + dy - up, x + dx, y + dy);
  };
  for (const [, command, rest] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest!.match(/-?[\d.]+/g) ?? []).map(Number);
    const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
    if (command === 'M') put('m', first, second);
    else if (command === 'L') put('l', first, second);
    else if (command === 'h') put('l', x + first, y);
    else if (command === 'v') put('l', x, y + first);
    else if (command === 'Q') {
      const [near, far] = [
        [x + (2 / 3) * (first - x), y + (2 / 3) * (second - y)],
        [third + (2 / 3) * (first - third), fourth + (2 / 3) * (second - fourth)],
      ] as const;
      put('c', ...near, ...far, third, fourth);
    } else if (command === 'a') {
      const [dx = 0, dy = 0] = numbers.slice(5);
      if (dy !== 0) bend(dx, dy);
      else for (const way of [-1, 1]) bend(dx / 2, (way * dx) / 2);
    } else put('h');
  }
  return parts.join(' ');
}

/** The objects of a picture: its colors, and under `maskId` its opacity. */
async function toImage({ data, width, height }: ImageData, maskId: number): Promise<Content[][]> {
  const colors = data.filter((_, index) => index % 4 !== 3);
  const opacity = data.filter((_, index) => index % 4 === 3);
  const head = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`;
  return Promise.all([
    toStream(`${head}/ColorSpace/DeviceRGB/SMask ${maskId} 0 R`, new Uint8Array(colors)),
    toStream(`${head}/ColorSpace/DeviceGray`, new Uint8Array(opacity)),
  ]);
}

async function toStream(head: string, bytes: Uint8Array<ArrayBuffer>): Promise<Content[]> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  const content = new Uint8Array(await new Response(packed).arrayBuffer());
  const dictionary = `<<${head}/Filter/FlateDecode/Length ${content.length}>>`;
  return [`${dictionary}\nstream\n`, content, '\nendstream'];
}

/** The file of these objects, whose numbers begin with 1. */
function joinObjects(objects: readonly (readonly Content[])[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const put = (content: Content) => {
    const bytes =
      typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
    parts.push(bytes);
    length += bytes.length;
  };
  put('%PDF-1.4\n');
  const starts = objects.map((contents, index) => {
    const start = length;
    for (const content of [`${index + 1} 0 obj\n`, ...contents, '\nendobj\n']) put(content);
    return start;
  });
  const table = length;
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
  put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`);
  put(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}

function toRgb(color: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return channels.map(round).join(' ');
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
