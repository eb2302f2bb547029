import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { aLink } from '../../tests/support/components/a-link.ts';
import { useListDialog } from './list-dialogs.tsx';
import { firstView } from './search/list-search.ts';

const prefill = { isNew: false, url: '', code: '', title: '' };

test('a deletion closes the panel of the added link only if it deleted this link', () => {
  const { result } = renderHook(() =>
    useListDialog({ view: firstView, prefill, clearPrefill: () => undefined }),
  );
  const readKind = () => result.current.dialog?.kind;
  const added = { kind: 'added', link: { ...aLink, is_new: true }, about: '' } as const;
  const { closeAdded } = result.current;
  act(() => result.current.open(added));
  act(() => closeAdded([2]));
  expect(readKind()).toBe('added');
  act(() => closeAdded([2, 1]));
  expect(readKind()).toBeUndefined();
  act(() => result.current.edit(aLink));
  act(() => closeAdded([1]));
  expect(readKind()).toBe('edit');
});
