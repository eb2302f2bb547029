import i18next from 'i18next';
import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../form/dialog.tsx';
import { language, t, toCounted } from '../../language.ts';
import { countLinks, type BulkSelection } from './bulk.api.ts';

const BulkForm = lazy(async () => {
  const texts = language === 'zh' ? import('./locales/zh.ts') : import('./locales/en.ts');
  const [form, loaded] = await Promise.all([import('./bulk-form.tsx'), texts]);
  i18next.addResourceBundle(language, 'translation', loaded.texts);
  return { default: form.BulkForm };
});

interface BulkDialogProps {
  /** Null: the dialog is closed. */
  readonly selection: BulkSelection | null;
  readonly onClose: () => void;
}

export function BulkDialog({ selection, onClose }: BulkDialogProps) {
  const count = selection === null ? 0 : countLinks(selection);
  return (
    <Dialog
      isOpen={selection !== null}
      onClose={onClose}
      size={560}
      title={t('bulk.title', toCounted(count))}
    >
      <Suspense fallback={<Box mih="30rem" />}>
        {selection !== null && <BulkForm selection={selection} onDone={onClose} />}
      </Suspense>
    </Dialog>
  );
}
