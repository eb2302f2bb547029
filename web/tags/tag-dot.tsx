import type { CSSProperties } from 'react';
import type { Tag } from './tags.api.ts';

/** The color of a tag. */
export function TagDot({ color }: Pick<Tag, 'color'>) {
  const style = { '--tag-color': `var(--brisk-tag-${color})` } as CSSProperties;
  return <span className="tag-dot" data-color={color} style={style} aria-hidden />;
}
