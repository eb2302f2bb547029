import { QUIET_ZONE, type QrDrawing } from '../../contracts/qr-drawing.ts';

export const dotShapes = ['square', 'rounded', 'dots'] as const;
export type DotShape = (typeof dotShapes)[number];
export const eyeShapes = ['square', 'rounded', 'circle'] as const;
export type EyeShape = (typeof eyeShapes)[number];

/** A square area, in modules of the drawing. */
export interface Square {
  readonly at: number;
  readonly side: number;
}

/** The width of each of the three eyes: the finder patterns. */
const EYE = 7;
/** In modules. Smaller dots are hard to scan. */
const DOT_RADIUS = 0.45;
/** The radius of the corners of an eye, of the hole in its ring, and of its core. */
const eyeCorners: Readonly<Record<EyeShape, readonly number[]>> = {
  square: [0, 0, 0],
  rounded: [2, 1.25, 0.75],
  circle: [3.5, 2.5, 1.5],
};

/**
 * The outline of the dark modules around `hole`, for the fill rule `evenodd`. `offset` is the
 * distance of the drawing from the left and from the top of the picture.
 */
export function outlineModules(
  { size, modules }: QrDrawing,
  dots: DotShape,
  hole: Square | null,
  offset: number,
): string {
  const isDark = (x: number, y: number) =>
    modules[y]?.[x] === true && !isEye(x, y, size) && !(hole !== null && isInside(x, y, hole));
  const outlineRow = dots === 'dots' ? outlineDots : outlineRuns;
  return modules.map((_, y) => outlineRow(y, size, isDark, offset, dots === 'rounded')).join('');
}

/** The outline of the eyes, for the fill rule `evenodd`. */
export function outlineEyes(size: number, shape: EyeShape, offset: number): string {
  const far = size - QUIET_ZONE - EYE;
  const places = [
    [QUIET_ZONE, QUIET_ZONE],
    [far, QUIET_ZONE],
    [QUIET_ZONE, far],
  ] as const;
  return places
    .flatMap(([x, y]) =>
      eyeCorners[shape].map((radius, inset) => {
        const side = EYE - 2 * inset;
        return outlineBox(offset + x + inset, offset + y + inset, side, side, [
          radius,
          radius,
          radius,
          radius,
        ]);
      }),
    )
    .join('');
}

/** A box whose corners have these radii, clockwise from the top left. */
export function outlineBox(
  x: number,
  y: number,
  width: number,
  height: number,
  [first, second, third, fourth]: readonly [number, number, number, number],
): string {
  return [
    `M${x + first} ${y}h${width - first - second}`,
    arc(second, second, second),
    `v${height - second - third}`,
    arc(third, -third, third),
    `h${third + fourth - width}`,
    arc(fourth, -fourth, -fourth),
    `v${first + fourth - height}`,
    arc(first, first, -first),
    'z',
  ].join('');
}

type IsDark = (x: number, y: number) => boolean;

/** Neighbors form one box. Its corners are round where no dark module touches them. */
function outlineRuns(
  y: number,
  size: number,
  isDark: IsDark,
  offset: number,
  isRounded: boolean,
): string {
  const boxes: string[] = [];
  for (let x = 0; x < size; x += 1) {
    if (!isDark(x, y)) continue;
    const start = x;
    while (isDark(x + 1, y)) x += 1;
    const corner = (at: number, row: number) => (isRounded && !isDark(at, row) ? 0.5 : 0);
    boxes.push(
      outlineBox(start + offset, y + offset, x + 1 - start, 1, [
        corner(start, y - 1),
        corner(x, y - 1),
        corner(x, y + 1),
        corner(start, y + 1),
      ]),
    );
  }
  return boxes.join('');
}

function outlineDots(y: number, size: number, isDark: IsDark, offset: number): string {
  const places = Array.from({ length: size }, (_, x) => x).filter((x) => isDark(x, y));
  const halves = [1, -1].map((way) => arc(DOT_RADIUS, way * 2 * DOT_RADIUS, 0)).join('');
  const left = offset + 0.5 - DOT_RADIUS;
  return places.map((x) => `M${round(left + x)} ${offset + y + 0.5}${halves}z`).join('');
}

/** A clockwise arc: a quarter or a half of a circle, which are all that `qr-pdf.ts` draws. */
function arc(radius: number, dx: number, dy: number): string {
  return radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function isEye(x: number, y: number, size: number): boolean {
  const [column, row] = [findEnd(x, size), findEnd(y, size)];
  return (column === 'near' && row !== null) || (column === 'far' && row === 'near');
}

function findEnd(at: number, size: number): 'near' | 'far' | null {
  if (at < QUIET_ZONE + EYE) return 'near';
  return at >= size - QUIET_ZONE - EYE ? 'far' : null;
}

function isInside(x: number, y: number, { at, side }: Square): boolean {
  return x >= at && x < at + side && y >= at && y < at + side;
}
