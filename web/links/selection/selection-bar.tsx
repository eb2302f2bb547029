import { Button } from '@mantine/core';
import {
  IconChartBar,
  IconDownload,
  IconPencil,
  IconPrinter,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useLacks } from '../../app-info.ts';
import { locale, t, toCounted } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { ExportMenu, type ExportedLinks } from '../../export/export-menu.tsx';

/** The progress of an action on many links. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

interface SelectionBarProps {
  readonly count: number;
  /** The number of links in the list or search. */
  readonly total: number;
  /** Null: no action is running. */
  readonly progress: Progress | null;
  readonly onEdit: () => void;
  readonly onPrint: () => void;
  readonly onStats: () => void;
  readonly exported: ExportedLinks;
  readonly onDelete: () => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

const button = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const;
const number = (value: number) => formatNumber(value, locale);

/** The actions on the selected links. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, progress, exported, onEdit, onPrint, onStats, onDelete } = props;
  const some = { ...button, disabled: count === 0 };
  const mayEdit = !useLacks('links.edit');
  if (progress !== null) {
    return (
      <output className="links-selected">
        {t('links.working', { done: number(progress.done), total: number(progress.total) })}
      </output>
    );
  }
  return (
    <fieldset className="links-selected" aria-label={t('links.selection')}>
      <span className="links-selected-count">{t('links.selected', toCounted(count))}</span>
      {mayEdit && (
        <Button {...some} leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {t('bulk.open')}
        </Button>
      )}
      <Button {...some} leftSection={<IconPrinter size={16} aria-hidden />} onClick={onPrint}>
        {t('qr.print')}
      </Button>
      <Button {...some} leftSection={<IconChartBar size={16} aria-hidden />} onClick={onStats}>
        {t('stats.title')}
      </Button>
      <ExportMenu links={exported}>
        {(isRunning) => (
          <Button
            {...some}
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-busy={isRunning}
          >
            {t('export')}
          </Button>
        )}
      </ExportMenu>
      {mayEdit && (
        <Button
          {...button}
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          {t('links.delete.selected')}
        </Button>
      )}
      <SelectionSize {...props} />
    </fieldset>
  );
}

/** Selects all links, or none. */
function SelectionSize({ count, total, onSelectAll, onClear }: SelectionBarProps) {
  const clear = useRef<HTMLButtonElement>(null);
  return (
    <span className="links-selected-more">
      {count < total && (
        <Button
          {...button}
          onClick={() => {
            onSelectAll();
            clear.current?.focus();
          }}
        >
          {t('links.select.total', toCounted(total))}
        </Button>
      )}
      <Button
        {...button}
        ref={clear}
        leftSection={<IconX size={16} aria-hidden />}
        onClick={onClear}
      >
        {t('links.select.none')}
      </Button>
    </span>
  );
}
