import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../language.ts';
import { PublicFrame } from '../frame/public-frame.tsx';
import { initStateQuery } from '../site-info.ts';
import { Notice } from '../ui/notice.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { InitForm } from './init-form.tsx';

export function InitPage() {
  useDocumentTitle(t('init.title'));
  const state = useQuery(initStateQuery);
  const [isDone, setIsDone] = useState(false);
  return (
    <PublicFrame>
      {state.data?.is_init === 'yes' && !isDone ? (
        <Notice
          isPage
          title={t('init.already.title')}
          text={t('init.already.text')}
          action={
            <Button renderRoot={(props) => <Link to="/login" {...props} />}>
              {t('init.already.action')}
            </Button>
          }
        />
      ) : (
        <InitForm onDone={() => setIsDone(true)} />
      )}
    </PublicFrame>
  );
}
