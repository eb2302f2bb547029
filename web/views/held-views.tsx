import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { VIEW_NAME_MAX, type ViewKind } from '../../contracts/links/views.constants.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import {
  readHeldViews,
  storeHeldViews,
  type NamedValue,
  type useSavedViews,
} from './saved-views.ts';

interface HeldViewsProps {
  readonly kind: ViewKind;
  readonly saved: ReturnType<typeof useSavedViews>;
}

/** Offers to move what only this browser holds to the site. */
export function HeldViews({ kind, saved: { views, isLoaded, isPending, put } }: HeldViewsProps) {
  const [held, setHeld] = useState(() => readHeldViews(kind));
  const [discarded, setDiscarded] = useState<readonly NamedValue[]>([]);
  const keep = (left: readonly NamedValue[]) => {
    storeHeldViews(kind, left);
    setHeld([...left]);
  };

  const move = async () => {
    const names = new Set(views.map(({ name }) => name));
    for (const [index, { name, value }] of held.entries()) {
      const free = findFreeName(name, names);
      if (!(await put(free, value))) return keep(held.slice(index));
      names.add(free);
    }
    keep([]);
    toast('success', t('views.held.moved'));
  };

  const discard = (views: readonly NamedValue[]) => {
    keep(discarded);
    setDiscarded(views);
  };

  if (discarded.length > 0) {
    return (
      <p className="note">
        {t('views.held.discarded')}{' '}
        <Button size="compact-sm" variant="subtle" ref={focusOnMount} onClick={() => discard([])}>
          {t('undo')}
        </Button>
      </p>
    );
  }
  if (!isLoaded || held.length === 0) return null;
  return (
    <Stack gap="0.75rem">
      <p className="note">{t(`views.held.${kind}`, { count: held.length })}</p>
      <Group gap="0.5rem">
        <Button disabled={isPending} onClick={() => void move()}>
          {t('views.held.move')}
        </Button>
        <Button variant="default" disabled={isPending} onClick={() => discard(held)}>
          {t('views.held.discard')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The pressed button disappears. */
function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}

function findFreeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const ending = ` (${number})`;
    free = name.slice(0, VIEW_NAME_MAX - ending.length) + ending;
  }
  return free;
}
