import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language.ts';
import { BinItem } from './bin-item.tsx';
import type { DeletedLink } from './bin.api.ts';

interface BinListProps {
  readonly links: readonly DeletedLink[];
  readonly isStale: boolean;
  readonly onRestore: (links: readonly DeletedLink[]) => void;
  readonly onPurge: (links: readonly DeletedLink[]) => void;
}

/** Shows a page of the bin with the actions on the selected links. */
export function BinList({ links, isStale, onRestore, onPurge }: BinListProps) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
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
      <div className="bin-head">
        <Checkbox
          label={t('bin.select.all')}
          checked={isAll}
          indeterminate={count > 0 && !isAll}
          onChange={() => setIds(new Set(isAll ? [] : links.map(({ id }) => id)))}
        />
        {count > 0 && (
          <>
            <Button size="xs" variant="default" onClick={() => onRestore(selected)}>
              {t('bin.restore.count', { count })}
            </Button>
            <Button size="xs" variant="subtle" color="red" onClick={() => onPurge(selected)}>
              {t('bin.purge.count', { count })}
            </Button>
          </>
        )}
      </div>
      <ul className="bin-list" data-stale={isStale || undefined}>
        {links.map((link) => (
          <BinItem
            key={link.id}
            link={link}
            isSelected={ids.has(link.id)}
            onToggle={() => toggle(link.id)}
            onRestore={() => onRestore([link])}
            onPurge={() => onPurge([link])}
          />
        ))}
      </ul>
    </>
  );
}
