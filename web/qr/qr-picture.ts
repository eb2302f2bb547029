import { drawQr, fitsLogo, QUIET_ZONE } from '../../contracts/qr-drawing.ts';
import { layOutCaption, type Caption } from './caption.ts';
import {
  outlineBox,
  outlineEyes,
  outlineModules,
  type DotShape,
  type EyeShape,
  type Square,
} from './qr-shapes.ts';

export const logoSizes = ['small', 'medium', 'large'] as const;
export type LogoSize = (typeof logoSizes)[number];

/** How a code looks, whatever its link is. */
export interface QrLook {
  /** The color of the dark modules, as `#rrggbb`. */
  readonly color: string;
  /** The color behind them; null: transparent. */
  readonly background: string | null;
  readonly dots: DotShape;
  readonly eyes: EyeShape;
  /** A data URL. */
  readonly logo: string | null;
  readonly logoSize: LogoSize;
}

interface QrStyle extends QrLook {
  /** The text in the frame, below the code; null: no frame. */
  readonly caption: string | null;
}

interface Shape {
  /** An outline as in SVG, with the commands that `qr-pdf.ts` reads. */
  readonly path: string;
  readonly rule: 'evenodd' | 'nonzero';
  /** True: edges lie between modules, and pixels on them are not blended. */
  readonly isCrisp: boolean;
}

/** A QR code with its frame, caption and logo. All lengths are in modules. */
export interface QrPicture {
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly background: string | null;
  readonly shapes: readonly Shape[];
  /** The square of the logo's image. */
  readonly logo: (Square & { readonly image: string }) | null;
  /** A caption that is drawn as text, as the page's font lacks a glyph. */
  readonly text: Caption | null;
}

/** The thickness of the frame, in modules. */
const FRAME_WIDTH = 1;
/** The space around a logo, in modules. */
const LOGO_MARGIN = 0.5;
/** Shares of the code's side. Error correction H restores 30 % of the code; a logo takes up to 8 %. */
const logoShares: Readonly<Record<LogoSize, number>> = { small: 0.18, medium: 0.24, large: 0.29 };

export function layOutQr(text: string, { caption, ...look }: QrStyle): QrPicture {
  const { color, background, eyes, logo, logoSize } = look;
  const hasLogo = logo !== null && fitsLogo(text);
  // In a code that is too dense for a logo, round dots are too small to scan.
  const dots = fitsLogo(text) ? look.dots : 'square';
  const drawing = drawQr(text, hasLogo);
  const { size } = drawing;
  const hole = hasLogo ? placeLogo(size, logoShares[logoSize]) : null;
  const offset = caption === null ? 0 : FRAME_WIDTH;
  const width = size + 2 * offset;
  const below = caption === null ? null : layOutCaption(caption, size, width);
  const height = width + (below?.height ?? 0);
  const shapes: Shape[] = [
    {
      path: outlineModules(drawing, dots, hole, offset),
      rule: 'evenodd',
      isCrisp: dots === 'square',
    },
    { path: outlineEyes(size, eyes, offset), rule: 'evenodd', isCrisp: eyes === 'square' },
  ];
  if (below !== null) {
    shapes.push({ path: outlineFrame(width, height), rule: 'evenodd', isCrisp: false });
  }
  if (below !== null && below.outline !== null) {
    shapes.push({ path: below.outline, rule: 'nonzero', isCrisp: false });
  }
  return {
    width,
    height,
    color,
    background,
    shapes,
    logo: hole && {
      image: logo!,
      at: offset + hole.at + LOGO_MARGIN,
      side: hole.side - 2 * LOGO_MARGIN,
    },
    text: below?.outline === null ? below : null,
  };
}

/** The edges of the square lie between modules, never inside one. */
function placeLogo(size: number, share: number): Square {
  const modules = size - 2 * QUIET_ZONE;
  const odd = 2 * Math.floor((modules * share - 1) / 2) + 1;
  const side = Math.max(3, odd);
  return { side, at: (size - side) / 2 };
}

function outlineFrame(width: number, height: number): string {
  const boxes = [0, FRAME_WIDTH].map((inset) => {
    const radius = 2.5 - inset;
    return outlineBox(inset, inset, width - 2 * inset, height - 2 * inset, [
      radius,
      radius,
      radius,
      radius,
    ]);
  });
  return boxes.join('');
}
