import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { explainReason } from './failure.ts';
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

interface LoadFailureProps {
  readonly title: string;
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>;
  readonly variant?: 'default' | 'filled';
  readonly isPage?: boolean;
}

/** Replaces data that failed to load: the reason, and a button that tries again. */
export function LoadFailure({
  title,
  query,
  variant = 'filled',
  isPage = false,
}: LoadFailureProps) {
  return (
    <Notice
      isFailure
      isPage={isPage}
      title={title}
      text={explainReason(query.error, 'internal.error')}
      action={
        <Button variant={variant} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      }
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
