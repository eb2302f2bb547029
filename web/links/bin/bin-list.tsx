import { Box, Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { useLacks } from '../../app-info.ts';
import { t, toCounted } from '../../language.ts';
import { When } from '../../parts/when.tsx';
import { toLinkName } from '../../ui/text/readable-url.ts';
import { Target } from '../list/target.tsx';
import type { DeletedLink } from './bin.api.ts';

interface BinListProps {
  readonly links: readonly DeletedLink[];
  readonly isStale: boolean;
  readonly run: Record<'restore' | 'purge', (links: readonly DeletedLink[]) => void>;
}

/** Shows a page of the bin with the actions on the selected links. */
export function BinList({ links, isStale, run }: BinListProps) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const actions = useActions();
  const selected = links.filter(({ id }) => ids.has(id));
  const count = selected.length;
  const isAll = count > 0 && count === links.length;
  const toggle = (id: number) => {
    const others = new Set(ids);
    if (!others.delete(id)) others.add(id);
    setIds(others);
  };
  return (
    <>
      <Group gap="0.75rem" mih="2.75rem">
        <Checkbox
          label={t('bin.select.all')}
          checked={isAll}
          indeterminate={count > 0 && !isAll}
          onChange={() => setIds(new Set(isAll ? [] : links.map(({ id }) => id)))}
        />
        {count > 0 &&
          actions.map(({ name, look }) => (
            <Button key={name} {...look} onClick={() => run[name](selected)}>
              {t(`bin.${name}.count`, { count })}
            </Button>
          ))}
      </Group>
      <ul className="rows" data-stale={isStale || undefined}>
        {links.map((link) => (
          <BinItem
            key={link.id}
            link={link}
            isSelected={ids.has(link.id)}
            onToggle={() => toggle(link.id)}
            run={run}
          />
        ))}
      </ul>
    </>
  );
}

const DAY_SECONDS = 24 * 3600;

const allActions = [
  { name: 'restore', look: { size: 'xs', variant: 'default' } },
  { name: 'purge', look: { size: 'xs', variant: 'subtle', color: 'red' } },
] as const;

/** Deleting for good is not for every role. */
function useActions() {
  const isBarred = useLacks('links.purge');
  return allActions.filter(({ name }) => name === 'restore' || !isBarred);
}

interface BinItemProps extends Pick<BinListProps, 'run'> {
  readonly link: DeletedLink;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

function BinItem({ link, isSelected, onToggle, run }: BinItemProps) {
  const { clicks, restorable_until: until } = link;
  const code = toLinkName(link);
  const actions = useActions();
  return (
    <li className="bin-item" data-selected={isSelected || undefined}>
      <Checkbox aria-label={t('links.select', { code })} checked={isSelected} onChange={onToggle} />
      <div className="bin-text">
        <Box component="p" className="bin-code mono cut" fw={500}>
          {code}
        </Box>
        {link.title !== '' && <p className="cut">{link.title}</p>}
        <Target url={link.long_url} />
      </div>
      <p className="bin-facts note">
        <span>{t('links.clicks.shown', toCounted(clicks))}</span>
        <When at={link.deleted_at} phrase="bin.deleted" />
        <span>{t('bin.left', { count: daysUntil(until) })}</span>
      </p>
      <div className="bin-actions">
        {actions.map(({ name, look }) => (
          <Button
            key={name}
            {...look}
            aria-label={t(`bin.${name}.one`, { code })}
            onClick={() => run[name]([link])}
          >
            {t(`bin.${name}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** Days until an instant (Unix seconds), rounded up. */
function daysUntil(instant: number): number {
  return Math.max(0, Math.ceil((instant - Date.now() / 1000) / DAY_SECONDS));
}
