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
