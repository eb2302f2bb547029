import { localValues } from '../storage.ts';

export const pngSizes = [512, 1024, 2048] as const;

export interface QrChoices {
  readonly color: string;
  /** The width of a PNG, in pixels. */
  readonly size: (typeof pngSizes)[number];
  readonly hasFrame: boolean;
  /** A data URL. */
  readonly logo: string | null;
}

const STORED = 'qr_choices';
const LOGO = /^data:image\/png;base64,[\w+/]+=*$/;
const BLACK = '#000000';

/** The choices in this browser. Missing or broken ones have their defaults. */
export function readQrChoices(): QrChoices {
  const stored = localValues.getJson(STORED);
  const kept: Partial<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { color, size, logo } = kept;
  const isColor = typeof color === 'string' && /^#[\da-f]{6}$/.test(color) && isDarkEnough(color);
  return {
    color: isColor ? color : BLACK,
    size: pngSizes.find((px) => px === size) ?? 1024,
    hasFrame: kept['hasFrame'] === true,
    logo: typeof logo === 'string' && LOGO.test(logo) ? logo : null,
  };
}

export function storeQrChoices(choices: QrChoices) {
  localValues.set(STORED, JSON.stringify(choices));
}

/** The lowest contrast with white that cameras read in bad light, as WCAG 2 defines contrast. */
const CONTRAST_MIN = 4.5;

export function isDarkEnough(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= CONTRAST_MIN;
}
