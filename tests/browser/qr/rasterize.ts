import jsQR from 'jsqr';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Outline {
  readonly polygons: readonly (readonly Point[])[];
  readonly rule: 'evenodd' | 'nonzero';
}

/** Straight lines for each curve. */
const STEPS = 8;

/** Turns an SVG path of the commands M, L, C, Q, h, v, a (small and clockwise) and z into polygons. */
export function toPolygons(path: string): Point[][] {
  const polygons: Point[][] = [];
  let at: Point = { x: 0, y: 0 };
  const put = (x: number, y: number) => {
    at = { x, y };
    polygons.at(-1)!.push(at);
  };
  for (const [, command, rest] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest!.match(/-?[\d.]+/g) ?? []).map(Number);
    const [first = 0, second = 0] = numbers;
    if (command === 'M') polygons.push([]);
    if (command === 'M' || command === 'L') put(first, second);
    else if (command === 'h') put(at.x + first, at.y);
    else if (command === 'v') put(at.x, at.y + first);
    else if (command === 'a') {
      for (const { x, y } of followArc(at, first, numbers.slice(5))) put(x, y);
    } else if (command === 'C' || command === 'Q') {
      for (const { x, y } of followCurve([at.x, at.y, ...numbers])) put(x, y);
    } else if (command?.toLowerCase() !== 'z') throw new Error(`unknown command ${command}`);
  }
  return polygons;
}

function followArc(start: Point, radius: number, [dx = 0, dy = 0]: readonly number[]): Point[] {
  const half = Math.hypot(dx, dy) / 2;
  const height = Math.sqrt(Math.max(0, radius ** 2 - half ** 2)) / (2 * half);
  const center = { x: start.x + dx / 2 - dy * height, y: start.y + dy / 2 + dx * height };
  const from = Math.atan2(start.y - center.y, start.x - center.x);
  const turn = 2 * Math.asin(Math.min(1, half / radius));
  return Array.from({ length: STEPS }, (_, index) => {
    const angle = from + (turn * (index + 1)) / STEPS;
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
  });
}

/** A Bézier curve, by the algorithm of de Casteljau. */
function followCurve(numbers: readonly number[]): Point[] {
  const points = Array.from({ length: numbers.length / 2 }, (_, index) => ({
    x: numbers[2 * index]!,
    y: numbers[2 * index + 1]!,
  }));
  return Array.from({ length: STEPS }, (_, index) => findOnCurve(points, (index + 1) / STEPS));
}

function findOnCurve(points: readonly Point[], share: number): Point {
  if (points.length === 1) return points[0]!;
  const between = points.slice(1).map(({ x, y }, index) => ({
    x: points[index]!.x + share * (x - points[index]!.x),
    y: points[index]!.y + share * (y - points[index]!.y),
  }));
  return findOnCurve(between, share);
}

interface Crossing {
  readonly x: number;
  /** 1: the outline goes down there; -1: up. */
  readonly way: number;
}

/** Dark pixels where an outline covers the middle of a pixel. Coordinates are in pixels. */
export function rasterize(width: number, height: number, outlines: readonly Outline[]) {
  const dark = new Uint8Array(width * height);
  for (const { polygons, rule } of outlines) {
    for (const [y, crossings] of findCrossings(polygons, height).entries()) {
      crossings.sort((a, b) => a.x - b.x);
      let winding = 0;
      for (const [index, { x, way }] of crossings.entries()) {
        winding += way;
        const isFilled = rule === 'evenodd' ? index % 2 === 0 : winding !== 0;
        const end = crossings[index + 1]?.x ?? x;
        if (isFilled) dark.fill(1, y * width + Math.round(x), y * width + Math.round(end));
      }
    }
  }
  return dark;
}

/** Where the edges cross the middle of each row. */
function findCrossings(polygons: Outline['polygons'], height: number): Crossing[][] {
  const rows = Array.from({ length: height }, (): Crossing[] => []);
  for (const polygon of polygons) {
    for (const [index, from] of polygon.entries()) {
      const to = polygon[(index + 1) % polygon.length]!;
      const [top, bottom] = from.y < to.y ? [from.y, to.y] : [to.y, from.y];
      const way = from.y < to.y ? 1 : -1;
      for (let y = Math.max(0, Math.ceil(top - 0.5)); y < height && y + 0.5 < bottom; y += 1) {
        const x = from.x + ((y + 0.5 - from.y) / (to.y - from.y)) * (to.x - from.x);
        rows[y]!.push({ x, way });
      }
    }
  }
  return rows;
}

/** The text that a camera reads; null when it reads nothing. */
export function decodePixels(dark: Uint8Array, width: number, height: number): string | null {
  const pixels = Uint32Array.from(dark, (isDark) => (isDark === 1 ? 0xff_00_00_00 : 0xff_ff_ff_ff));
  const found = jsQR(new Uint8ClampedArray(pixels.buffer), width, height, {
    inversionAttempts: 'dontInvert',
  });
  return found?.data ?? null;
}
