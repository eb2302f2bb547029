import { Button } from '@mantine/core';
import { useAppInfo } from '../../app-info.ts';
import { t } from '../../language.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useDocumentTitle } from '../../use-document-title.ts';
import { FactorList } from './factor-list.tsx';
import '../account-form.css';

interface FactorSetUpProps {
  readonly onDone: () => void;
}

/** All that a login sees which must set up a second factor first. */
export function FactorSetUp({ onDone }: FactorSetUpProps) {
  useDocumentTitle(t('factors.setup'));
  const isDone = useAppInfo().data?.is_limited === 0;
  return (
    <div className="account">
      <PageHead title={t('factors.setup')} />
      <p>{t(isDone ? 'factors.setup.done' : 'factors.setup.text')}</p>
      {/* The recovery codes must stay until they are read. */}
      {isDone && (
        <Button mt="lg" onClick={onDone}>
          {t('factors.setup.go')}
        </Button>
      )}
      <FactorList />
    </div>
  );
}
