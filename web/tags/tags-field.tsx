import { lazy, Suspense } from 'react';
import type { TagsInputProps } from './tags-input.tsx';
import './tags.css';

const loadInput = async () => ({ default: (await import('./tags-input.tsx')).TagsInput });
const TagsInput = lazy(loadInput);

/** Loads the field before it is shown. */
export function preloadTagsField() {
  void loadInput().catch(() => undefined);
}

/** The tags of a link: names with suggestions from those of the site. */
export function TagsField(props: TagsInputProps) {
  return (
    <Suspense fallback={<div className="tags-loading" />}>
      <TagsInput {...props} />
    </Suspense>
  );
}
