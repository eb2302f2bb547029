import type { IconProps } from '@tabler/icons-react';

const filled = { fill: 'currentColor', stroke: 'none' };
const drawn = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** An icon of `icons.json`, as `@tabler/icons-react` would draw it. */
export function createIcon(path: string, isFilled: boolean) {
  return function Icon({ size = 24, stroke = 2, ...others }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        {...(isFilled ? filled : { ...drawn, strokeWidth: stroke })}
        {...others}
      >
        <path d={path} />
      </svg>
    );
  };
}
