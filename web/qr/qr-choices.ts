import { localValues } from '../storage.ts';
import { logoSizes, type QrLook } from './qr-picture.ts';
import { dotShapes, eyeShapes } from './qr-shapes.ts';

export const pngSizes = [512, 1024, 2048] as const;

export interface QrChoices extends QrLook {
  /** The color behind the modules, also while it is transparent. */
  readonly background: string;
  readonly isTransparent: boolean;
  /** The width of a PNG, in pixels. */
  readonly size: (typeof pngSizes)[number];
  readonly hasFrame: boolean;
}

const STORED = 'qr_choices';
const LOGO = /^data:image\/png;base64,[\w+/]+=*$/;
const COLOR = /^#[\da-f]{6}$/;
const BLACK = '#000000';
const WHITE = '#ffffff';

/** The choices in this browser. Missing or broken ones have their defaults. */
export function readQrChoices(): QrChoices {
  const stored = localValues.getJson(STORED);
  const kept: Partial<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { logo } = kept;
  const pick = <Value>(name: string, values: readonly Value[], first: Value) =>
    values.find((value) => value === kept[name]) ?? first;
  return {
    ...readColors(kept),
    isTransparent: kept['isTransparent'] === true,
    dots: pick('dots', dotShapes, 'square'),
    eyes: pick('eyes', eyeShapes, 'square'),
    size: pick('size', pngSizes, 1024),
    hasFrame: kept['hasFrame'] === true,
    logo: typeof logo === 'string' && LOGO.test(logo) ? logo : null,
    logoSize: pick('logoSize', logoSizes, 'medium'),
  };
}

function readColors(
  kept: Partial<Record<string, unknown>>,
): Pick<QrChoices, 'color' | 'background'> {
  const read = (name: string, other: string) => {
    const value = kept[name];
    return typeof value === 'string' && COLOR.test(value) ? value : other;
  };
  const colors = { color: read('color', BLACK), background: read('background', WHITE) };
  const isTransparent = kept['isTransparent'] === true;
  return canScan({ ...colors, isTransparent }) ? colors : { color: BLACK, background: WHITE };
}

export function storeQrChoices(choices: QrChoices) {
  localValues.set(STORED, JSON.stringify(choices));
}

export function toLook({ isTransparent, background, ...look }: QrChoices): QrLook {
  return { ...look, background: isTransparent ? null : background };
}

/** The lowest contrast that cameras read in bad light, as WCAG 2 defines contrast. */
const CONTRAST_MIN = 4.5;

/** Whether cameras tell the colors apart. Many cannot read light modules on a dark ground. */
export function canScan(
  choices: Pick<QrChoices, 'color' | 'background' | 'isTransparent'>,
): boolean {
  const { color, background, isTransparent } = choices;
  const ground = readLuminance(isTransparent ? WHITE : background);
  return (ground + 0.05) / (readLuminance(color) + 0.05) >= CONTRAST_MIN;
}

function readLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
