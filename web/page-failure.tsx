import { Button } from '@mantine/core';
import { t } from './language.ts';
import { reloadPage } from './page-load.ts';
import { PublicFrame } from './public-frame.tsx';
import { Notice } from './ui/notice.tsx';

export function PageFailure() {
  return (
    <PublicFrame>
      <Notice
        isFailure
        isPage
        title={t('page.failed')}
        action={<Button onClick={() => reloadPage()}>{t('retry')}</Button>}
      />
    </PublicFrame>
  );
}
