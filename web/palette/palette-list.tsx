import { Combobox, useCombobox } from '@mantine/core';
import { useEffect } from 'react';
import { t } from '../language.ts';
import type { PaletteGroup, PaletteItem } from './use-palette-items.ts';

export const LIST_ID = 'palette-list';

export function toOptionId(itemId: string): string {
  return `palette-${itemId}`;
}

interface PaletteListProps {
  readonly groups: readonly PaletteGroup[];
  readonly chosenId: string | undefined;
  readonly onRun: (item: PaletteItem) => void;
  readonly onPoint: (itemId: string) => void;
}

/** Lists the entries. The focus stays in the search field, which names the chosen entry. */
export function PaletteList({ groups, chosenId, onRun, onPoint }: PaletteListProps) {
  const combobox = useCombobox();
  useEffect(() => {
    if (chosenId === undefined) return;
    document.querySelector(`#${toOptionId(chosenId)}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <Combobox store={combobox}>
      <Combobox.Options id={LIST_ID} className="palette-list" aria-label={t('palette.open')}>
        {groups.map(({ label, items }) => (
          <Combobox.Group key={label} label={label} classNames={{ groupLabel: 'palette-group' }}>
            {items.map((item) => (
              <Combobox.Option
                key={item.id}
                value={item.id}
                id={toOptionId(item.id)}
                className="palette-option"
                aria-selected={item.id === chosenId}
                onClick={() => onRun(item)}
                onPointerMove={() => onPoint(item.id)}
              >
                <item.Icon size={18} aria-hidden />
                <span
                  className={item.isCode === true ? 'palette-label cut mono' : 'palette-label cut'}
                >
                  {item.label}
                </span>
                {item.about !== undefined && (
                  <span className="palette-about cut note">{item.about}</span>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}
