import { Box, Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ExportFormat } from '../../contracts/export.constants.ts';
import { t } from '../language.ts';
import { toast, toastFailure } from '../toast.tsx';
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
        toast('success', t('links.exported'));
      },
      onError: toastFailure('export.failed'),
    });
  return (
    <section aria-labelledby="export">
      <h2 id="export" className="section-title">
        {t('export.title')}
      </h2>
      <Box component="p" c="dimmed" maw="42rem" mt="0.375rem">
        {t('export.about')}
      </Box>
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
