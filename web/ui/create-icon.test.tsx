import { IconCircleCheckFilled, IconLink, type TablerIcon } from '@tabler/icons-react';
import { expect, test } from 'bun:test';
import type { FC } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createIcon } from './create-icon.tsx';
import drawings from './icons.json' with { type: 'json' };

/** The attributes of an icon without its class names, and its paths as one. */
function draw(Icon: TablerIcon | FC<{ size: number; stroke: number }>): string[] {
  const [head = '', ...paths] = renderToStaticMarkup(<Icon size={16} stroke={1.25} />)
    .replace(/ class="[^"]*"/, '')
    .split(/(?=<path)/);
  const path = paths.map((text) => / d="m?([^"]*)"/i.exec(text)![1]).join('M');
  return [...head.matchAll(/[\w-]+="[^"]*"/g)]
    .map(([attribute]) => attribute)
    .sort()
    .concat(path);
}

test.each([
  ['IconLink', IconLink],
  ['IconCircleCheckFilled', IconCircleCheckFilled],
] as const)('%s looks like that of the package', (name, Icon) => {
  expect(draw(createIcon(drawings[name], name.endsWith('Filled')))).toEqual(draw(Icon));
});
