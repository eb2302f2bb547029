import { drawQr, fitsLogo, QUIET_ZONE, type QrDrawing } from '../../contracts/qr-drawing.ts';
import { layOutCaption, type Caption } from './caption.ts';

export interface QrStyle {
  /** The color of the dark modules, as `#rrggbb`. */
  readonly color: string;
  /** A data URL. */
  readonly logo: string | null;
  /** The text in the frame, below the code; null: no frame. */
  readonly caption: string | null;
}

interface LogoBox {
  readonly image: string;
  /** The position of the cleared square, in modules. */
  readonly at: number;
  readonly side: number;
}

/** A QR code with its frame, caption and logo. All lengths are in modules. */
export interface QrPicture {
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly drawing: QrDrawing;
  /** The distance of the drawing from the left and from the top. */
  readonly offset: number;
  readonly logo: LogoBox | null;
  readonly caption: Caption | null;
}

export const PAPER = '#ffffff';
/** The thickness of the frame, in modules. */
export const FRAME_WIDTH = 1;
/** A share of the code's side. Error correction H restores 30 % of the code; the logo takes 6 %. */
const LOGO_SHARE = 0.24;

export function layOutQr(text: string, { color, logo, caption }: QrStyle): QrPicture {
  const hasLogo = logo !== null && fitsLogo(text);
  const drawing = drawQr(text, hasLogo);
  const offset = caption === null ? 0 : FRAME_WIDTH;
  const width = drawing.size + 2 * offset;
  const below = caption === null ? null : layOutCaption(caption, drawing.size, width);
  return {
    width,
    height: width + (below?.height ?? 0),
    color,
    drawing,
    offset,
    logo: hasLogo ? placeLogo(logo, drawing.size, offset) : null,
    caption: below,
  };
}

/** The edges of the square lie between modules, never inside one. */
function placeLogo(image: string, size: number, offset: number): LogoBox {
  const modules = size - 2 * QUIET_ZONE;
  const odd = 2 * Math.floor((modules * LOGO_SHARE - 1) / 2) + 1;
  const side = Math.max(3, odd);
  return { image, side, at: offset + (size - side) / 2 };
}
