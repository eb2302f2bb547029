import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ExportFormat } from '../../contracts/export.constants.ts';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { useExport } from './import.api.ts';
import { saveFile } from '../ui/save-file.ts';

const formats = ['json', 'csv'] as const;

/** Saves all links as a file, for another Brisk or for a spreadsheet. */
export function ExportSection() {
  const { mutate, isPending, variables } = useExport();
  const save = (format: ExportFormat) =>
    mutate(format, {
      onSuccess: (file) => {
        saveFile(file);
        toast('success', t('export.done'));
      },
      onError: (error) => toast('error', explainFailure(error, 'export.failed')),
    });
  return (
    <section aria-labelledby="export">
      <h2 id="export" className="migration-heading section-title">
        {t('export.title')}
      </h2>
      <p className="migration-about">{t('export.about')}</p>
      <Group gap="sm" mt="md">
        {formats.map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={isPending}
            onClick={() => save(format)}
          >
            {t(isPending && variables === format ? 'export.running' : `export.${format}`)}
          </Button>
        ))}
      </Group>
    </section>
  );
}
