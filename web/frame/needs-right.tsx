import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Right } from '../../contracts/access.constants.ts';
import { useAppInfo } from '../app-info.ts';
import { LoadFailure } from '../failure-notice.tsx';
import { t } from '../language.ts';
import { Notice } from '../ui/notice.tsx';

interface NeedsRightProps {
  readonly right: Right;
  readonly children: ReactNode;
}

/** Shows a page to those who may use it; the others get the way back, and no call is made. */
export function NeedsRight({ right, children }: NeedsRightProps) {
  const query = useAppInfo();
  if (query.data === undefined) {
    return query.isError ? <LoadFailure isPage title={t('page.failed')} query={query} /> : null;
  }
  if (query.data.may.includes(right)) return children;
  return (
    <Notice
      isPage
      title={t('page.not.allowed')}
      action={
        <Button
          renderRoot={(props) => (
            <Link to="/admin/$name" params={{ name: 'list' }} search={{}} {...props} />
          )}
        >
          {t('page.not.allowed.back')}
        </Button>
      }
    />
  );
}
