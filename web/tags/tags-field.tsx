import { lazy, Suspense } from 'react';
import type { TagsInputProps } from './tags-input.tsx';
import './tags.css';

const loadInput = async () => ({ default: (await import('./tags-input.tsx')).TagsInput });
const TagsInput = lazy(loadInput);

/** Loads the code of the field before it appears. */
export function preloadTagsField() {
  void loadInput().catch(() => undefined);
}

/** The field for the tags of a link, with suggestions from the tags of the site. */
export function TagsField(props: TagsInputProps) {
  return (
    <Suspense fallback={<div className="tags-loading" />}>
      <TagsInput {...props} />
    </Suspense>
  );
}
