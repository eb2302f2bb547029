import { lazy, Suspense } from 'react';
import type { TagsInputProps } from './tags-input.tsx';
import './tags.css';

const loadInput = async () => ({ default: (await import('./tags-input.tsx')).TagsInput });
const TagsInput = lazy(loadInput);

export function preloadTagsField() {
  void loadInput().catch(() => undefined);
}

export function TagsField(props: TagsInputProps) {
  return (
    <Suspense fallback={<div className="tags-loading" />}>
      <TagsInput {...props} />
    </Suspense>
  );
}
