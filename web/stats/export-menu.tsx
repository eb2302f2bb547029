import { Menu, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { use } from 'react';
import { t } from '../language.ts';
import { LateMenu } from '../ui/late-menu.tsx';
import { ShownStatistics } from './shown-statistics.ts';
import { useExportReport } from './stats.api.ts';

const formats = [
  ['stats.export.csv', { format: 'csv' }],
  ['stats.export.excel', { excel: 1 }],
  ['stats.export.zip', { format: 'zip' }],
  ['stats.export.zip.excel', { format: 'zip', excel: 1 }],
  ['stats.export.json', { format: 'json' }],
] as const;

/** Saves all that the page shows: in one file, or each list as a file of its own. */
export function ExportMenu() {
  const { mutate, isPending } = useExportReport(use(ShownStatistics));
  return (
    <LateMenu
      button={
        <Button
          variant="default"
          className="stats-export"
          leftSection={<IconDownload size={18} aria-hidden />}
          // `disabled` would lose the focus that the menu returns.
          aria-busy={isPending}
        >
          {t('export')}
        </Button>
      }
    >
      {formats.map(([label, choice]) => (
        <Menu.Item key={label} onClick={() => mutate(choice)}>
          {t(label)}
        </Menu.Item>
      ))}
    </LateMenu>
  );
}
