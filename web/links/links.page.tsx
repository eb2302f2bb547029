import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { LinkList } from './link-list.tsx';
import { useLinks, type Link } from './links.api.ts';
import { useConfirmDelete } from './use-confirm-delete.tsx';
import { useLinkPage } from './use-link-page.ts';
import { useRowFocus } from './use-row-focus.ts';
import './links.css';

const loadDialog = () => import('./add-link-dialog.tsx');
const AddLinkDialog = lazy(async () => ({ default: (await loadDialog()).AddLinkDialog }));

export function LinksPage() {
  useDocumentTitle(t('links.title'));
  const { page, size, show } = useLinkPage();
  const links = useLinks(page, size);
  const [selected, setSelected] = useState<readonly Link[]>([]);
  const [dialog, setDialog] = useState<'closed' | 'open' | 'not loaded'>('not loaded');
  const { heading, list, follow } = useRowFocus(links.data?.urls ?? []);
  const confirmDelete = useConfirmDelete((deleted) => {
    setSelected([]);
    follow(deleted);
  });

  const add = () => setDialog('open');
  const total = links.data?.total;
  return (
    <>
      <div className="links-head">
        <h1 ref={heading} className="links-title" tabIndex={-1}>
          {t('links.title')}
        </h1>
        {total !== undefined && total > 0 && (
          <span className="links-count">
            {t('links.count', { count: total, shown: formatNumber(total, locale) })}
          </span>
        )}
        <div className="links-tools">
          {total !== 0 && (
            <Button variant="default" onClick={() => confirmDelete(selected)}>
              {selected.length === 0
                ? t('links.delete.selected')
                : t('links.delete.selected.count', { count: selected.length })}
            </Button>
          )}
          {total !== 0 && (
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={add}
              onFocus={() => void loadDialog()}
              onPointerEnter={() => void loadDialog()}
            >
              {t('links.add')}
            </Button>
          )}
        </div>
      </div>
      <div ref={list}>
        <LinkList
          links={links}
          page={page}
          size={size}
          selected={selected}
          onSelect={setSelected}
          onDelete={(link) => confirmDelete([link])}
          onAdd={add}
          onShow={(nextPage, nextSize) => {
            setSelected([]);
            show(nextPage, nextSize);
          }}
        />
      </div>
      {dialog !== 'not loaded' && (
        <Suspense fallback={null}>
          <AddLinkDialog
            isOpen={dialog === 'open'}
            onClose={() => setDialog('closed')}
            onAdded={() => show(1, size)}
          />
        </Suspense>
      )}
    </>
  );
}
