import { Box } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '../../language.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useDocumentTitle } from '../../use-document-title.ts';
import { AddedLinks } from './added-links.tsx';
import type { DoneRow } from './many.api.ts';
import { ManyForm } from './many-form.tsx';
import './many.css';

/** Adds the links of a pasted list. */
export function ManyPage() {
  useDocumentTitle(t('many.title'));
  const heading = useRef<HTMLHeadingElement>(null);
  const [added, setAdded] = useState<readonly DoneRow[] | null>(null);
  const show = (rows: readonly DoneRow[] | null) => {
    setAdded(rows);
    // The focused button disappears with the form.
    if (rows !== null) heading.current?.focus();
  };
  return (
    <Box maw="62rem">
      <PageHead ref={heading} title={t(added === null ? 'many.title' : 'many.done')} />
      {added === null ? (
        <ManyForm onAdded={show} />
      ) : (
        <AddedLinks rows={added} onAgain={() => show(null)} />
      )}
    </Box>
  );
}
