import { localValues } from '../storage.ts';
import { isDarkEnough } from './qr-color.ts';

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
