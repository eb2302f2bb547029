import { expect, test } from 'bun:test';
import { dark, light } from '../../web/look/colors.ts';

/** The luminance of WCAG 2, of a color like #C8371B. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

/** A color over another one, with an opacity. */
function blendColors(color: string, over: string, opacity: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [top, bottom] = [color, over].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(top! * opacity + bottom! * (1 - opacity))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

type Role = keyof typeof light;

const pageBackgrounds = ['ground', 'surface', 'raised'] as const;
/** Texts and their backgrounds. */
const texts: readonly (readonly [text: Role, on: readonly Role[]])[] = [
  ['ink', [...pageBackgrounds, 'accent-soft', 'selection', 'warning-soft']],
  ['muted', [...pageBackgrounds, 'accent-soft']],
  ['accent', ['ground', 'surface']],
  ['error', pageBackgrounds],
  ['good', pageBackgrounds],
  ['warning', [...pageBackgrounds, 'warning-soft']],
  ['on-fill', ['accent', 'accent-strong', 'error']],
];
/** Graphics: icons, edges of fields, focus rings, bars of charts. */
const graphics: typeof texts = [
  ['edge', pageBackgrounds],
  ['accent', [...pageBackgrounds, 'accent-soft']],
  ['muted', pageBackgrounds],
];

for (const [scheme, colors] of Object.entries({ light, dark })) {
  test(`texts reach 4.5:1 and graphics 3:1: ${scheme}`, () => {
    const pale: string[] = [];
    const judge = (pairs: typeof texts, least: number): void => {
      for (const [role, on] of pairs) {
        for (const ground of on) {
          const ratio = contrast(colors[role], colors[ground]);
          if (ratio < least) pale.push(`${role} on ${ground}: ${ratio.toFixed(2)}`);
        }
      }
    };
    judge(texts, 4.5);
    judge(graphics, 3);
    expect(pale).toEqual([]);
  });

  test(`the sparkline beside a link reaches 3:1: ${scheme}`, async () => {
    const css = await Bun.file('web/links/list/link-parts.css').text();
    const [, opacity] = /\.links-line > svg \{[^}]*opacity: ([\d.]+)/.exec(css)!;
    for (const ground of ['surface', 'ground', 'accent-soft'] as const) {
      const bar = blendColors(colors.accent, colors[ground], Number(opacity));
      expect([ground, contrast(bar, colors[ground]) >= 3]).toEqual([ground, true]);
    }
  });
}
