import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { getOwnData } from '../../contracts/export.ts';
import { download, endpoint } from '../api.ts';
import { t } from '../language.ts';
import { toastFailure } from '../toast.tsx';
import { Section } from './parts/section.tsx';
import { saveFile } from '../ui/save-file.ts';

const getData = endpoint<typeof getOwnData>('GET', '/api/account/data');

/** Saves all that the site knows of the account as a file. */
export function OwnData() {
  const { mutate, isPending } = useMutation({ mutationFn: () => download(getData, {}) });
  const save = () =>
    mutate(undefined, {
      onSuccess: saveFile,
      onError: toastFailure('account.data.failed'),
    });
  return (
    <Section title={t('account.data')} className="sessions">
      <p className="muted">{t('account.data.text')}</p>
      <Button
        mt="md"
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        aria-busy={isPending}
        onClick={save}
      >
        {t('account.data.save')}
      </Button>
    </Section>
  );
}
