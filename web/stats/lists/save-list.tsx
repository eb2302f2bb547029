import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { use } from 'react';
import type { ExportedList } from '../../../contracts/stats/stats.constants.ts';
import { t } from '../../language.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { ShownStatistics } from '../shown-statistics.ts';
import { useExportReport } from '../stats.api.ts';

interface SaveListProps {
  readonly list: ExportedList;
  /** What the page calls the list. */
  readonly name: string;
}

/** Saves one list of the statistics as a plain table. */
export function SaveList({ list, name }: SaveListProps) {
  const shown = use(ShownStatistics);
  const { mutate, isPending } = useExportReport(shown);
  if (shown === null) return null;
  return (
    <LateMenu
      position="bottom-end"
      button={
        <IconAction
          className="stats-save"
          label={t('stats.list.save', { name })}
          title={t('stats.list.save.action')}
          aria-busy={isPending}
        >
          <IconDownload size={16} aria-hidden />
        </IconAction>
      }
    >
      <Menu.Item onClick={() => mutate({ list })}>{t('stats.export.csv')}</Menu.Item>
      <Menu.Item onClick={() => mutate({ list, excel: 1 })}>{t('stats.export.excel')}</Menu.Item>
    </LateMenu>
  );
}
