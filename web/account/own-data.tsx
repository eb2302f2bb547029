import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { getOwnData } from '../../contracts/export.ts';
import { download, endpoint } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { saveFile } from '../ui/save-file.ts';

const getData = endpoint<typeof getOwnData>('GET', '/api/account/data');

/** Saves all that the site knows of the account as a file. */
export function OwnData() {
  const { mutate, isPending } = useMutation({ mutationFn: () => download(getData, {}) });
  const save = () =>
    mutate(undefined, {
      onSuccess: saveFile,
      onError: (error) => toast('error', explainFailure(error, 'account.data.failed')),
    });
  return (
    <section aria-labelledby="own-data" className="sessions">
      <h2 id="own-data" className="section-title">
        {t('account.data')}
      </h2>
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
    </section>
  );
}
