import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { TagsInputProps } from './tags-input.tsx';
import './tags.css';

const loadInput = async () => ({ default: (await import('./tags-input.tsx')).TagsInput });
const TagsInput = lazy(loadInput);

export function preloadTagsField() {
  void loadInput().catch(() => undefined);
}

export function TagsField(props: TagsInputProps) {
  // The room of the field with its label and help.
  return (
    <Suspense fallback={<Box h="5.125rem" />}>
      <TagsInput {...props} />
    </Suspense>
  );
}
