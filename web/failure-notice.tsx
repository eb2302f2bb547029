import { Button } from '@mantine/core';
import { t } from './language.ts';
import { reloadPage } from './page-load.ts';
import { PublicFrame } from './frame/public-frame.tsx';
import { Notice } from './ui/notice.tsx';

/** Replaces a page that failed. Inside the frame of the admin area, it needs no other frame. */
export function FailureNotice() {
  return (
    <Notice
      isFailure
      isPage
      title={t('page.failed')}
      action={<Button onClick={() => reloadPage()}>{t('retry')}</Button>}
    />
  );
}

export function PageFailure() {
  return (
    <PublicFrame>
      <FailureNotice />
    </PublicFrame>
  );
}
