import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import type { StatsView } from './stats-view.ts';
import { useExportReport } from './stats.api.ts';

const formats = ['csv', 'json'] as const;

interface ExportMenuProps {
  readonly code: string | null;
  readonly view: StatsView;
}

export function ExportMenu({ code, view }: ExportMenuProps) {
  const { mutate, isPending } = useExportReport(code, view);
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          className="stats-export"
          leftSection={<IconDownload size={18} aria-hidden />}
          // `disabled` would lose the focus that the menu returns.
          aria-busy={isPending}
        >
          {t('stats.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() =>
              mutate(format, {
                onSuccess: saveFile,
                onError: (error) => toast('error', explainFailure(error, 'stats.export.failed')),
              })
            }
          >
            {t(`stats.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
