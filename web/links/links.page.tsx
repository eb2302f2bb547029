import { ActionIcon, Button } from '@mantine/core';
import { IconKeyboard, IconPencil, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { explainFailure } from '../failure.ts';
import { locale, t } from '../language.ts';
import { toShortLink } from '../short-link.ts';
import { toast } from '../toast.tsx';
import { copyText } from '../ui/copy-text.ts';
import { formatNumber } from '../ui/format-number.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { FirstSteps } from './first-steps.tsx';
import { LinkList } from './link-list.tsx';
import { LinksNotices } from './links-notices.tsx';
import { useLinks, type Link } from './links.api.ts';
import { toDuplicateTask } from './link-task.ts';
import { ListDialogs, type ListDialog } from './list-dialogs.tsx';
import { firstView } from './list-search.ts';
import { SearchForm } from './search-form.tsx';
import { toggleOne } from './selection.ts';
import { toStats } from './stats-link.ts';
import { useDelete } from './use-delete.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useListView } from './use-list-view.ts';
import { useRowFocus } from './use-row-focus.ts';
import './links.css';
import './link-table.css';
import './link-cards.css';
import './first-steps.css';

export function LinksPage() {
  useDocumentTitle(t('links.title'));
  const { view, show, wish, dropWish } = useListView();
  const query = useLinks(view);
  const links = query.data?.urls ?? [];
  const total = query.data?.total;
  const isSearch = view.keyword !== '';

  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const selected = links.filter(({ id }) => ids.has(id));
  const { heading, list, follow, focusLink } = useRowFocus(links);
  const { ask, undo } = useDelete({
    onDeleted: (deleted) => {
      setIds(new Set());
      follow(deleted);
    },
    onRestored: ([first]) => {
      if (first !== undefined) focusLink(first);
    },
  });

  const [pressed, setDialog] = useState<ListDialog | null>(null);
  const { isNew, url, code, title } = wish;
  const wished = useMemo(
    () => (isNew ? ({ kind: 'add', url, code, title } as const) : null),
    [isNew, url, code, title],
  );
  const dialog = pressed ?? wished;
  const add = () => setDialog({ kind: 'add', url: '', code: '', title: '' });
  const showQr = (code: string) => setDialog({ kind: 'qr', code });
  const edit = (link: Link) => setDialog({ kind: 'edit', link });

  const navigate = useNavigate();
  const searchField = useRef<HTMLInputElement>(null);
  const move = (change: Partial<typeof view>) => {
    setIds(new Set());
    show(change);
  };
  const reset = () => move({ ...firstView, sort: view.sort, order: view.order });
  const showAdded = (code: string, isNew: boolean) => {
    // The link that was there before may stand on any page.
    move(isNew ? { ...firstView, size: isSearch ? firstView.size : view.size } : { keyword: code });
  };

  useListKeys({
    list,
    links,
    onRow: {
      edit,
      stats: ({ short_url: code }) => void navigate(toStats(code)),
      copy: (link) => void copyShortLink(link),
      qr: ({ short_url: code }) => showQr(code),
      duplicate: (link) => setDialog(toDuplicateTask(link)),
      select: ({ id }) => setIds(toggleOne(ids, id)),
      delete: (link) => ask(ids.has(link.id) ? selected : [link]),
    },
    onPage: {
      search: () => searchField.current?.select(),
      add,
      undo,
      help: () => setDialog({ kind: 'keys' }),
    },
  });

  useEffect(() => {
    if (query.isError) toast('error', explainFailure(query.error, 'query.failed'));
  }, [query.isError, query.error]);

  const isNothingFound = isSearch && total === 0 && !query.isPlaceholderData;
  const soughtInVain = isNothingFound ? `${view.filter} ${view.keyword}` : null;
  useEffect(() => {
    if (soughtInVain !== null) toast('error', t('no.query'));
  }, [soughtInVain]);

  const hasLinks = isSearch || total !== 0;
  return (
    <>
      <PageHead
        ref={heading}
        title={t('links.title')}
        note={
          total !== undefined &&
          total > 0 &&
          t(isSearch ? 'links.found' : 'links.count', {
            count: total,
            shown: formatNumber(total, locale),
          })
        }
        actions={
          hasLinks && (
            <>
              {selected.length > 0 && (
                <Button
                  variant="default"
                  leftSection={<IconPrinter size={18} aria-hidden />}
                  onClick={() => setDialog({ kind: 'print', links: selected })}
                >
                  {t('qr.print.count', { count: selected.length })}
                </Button>
              )}
              {selected.length > 0 && (
                <Button
                  variant="default"
                  leftSection={<IconPencil size={18} aria-hidden />}
                  onClick={() => {
                    const selection = { ids: selected.map(({ id }) => id) };
                    setDialog({ kind: 'bulk', selection });
                  }}
                >
                  {t('bulk.open.count', { count: selected.length })}
                </Button>
              )}
              <Button variant="default" onClick={() => ask(selected)}>
                {selected.length === 0
                  ? t('links.delete.selected')
                  : t('links.delete.selected.count', { count: selected.length })}
              </Button>
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
                {t('links.add')}
              </Button>
            </>
          )
        }
      />
      {total !== undefined && !isSearch && <FirstSteps hasLinks={total > 0} onAdd={add} />}
      {hasLinks && (
        <>
          <LinksNotices />
          <div className="links-bar">
            <SearchForm
              view={view}
              field={searchField}
              onSearch={(filter, keyword) => move({ filter, keyword })}
              onReset={reset}
            />
            <ActionIcon
              className="links-keys"
              variant="subtle"
              color="gray"
              size="2.25rem"
              aria-label={t('keys.title')}
              title={t('keys.title')}
              onClick={() => setDialog({ kind: 'keys' })}
            >
              <IconKeyboard size={20} aria-hidden />
            </ActionIcon>
          </div>
        </>
      )}
      <div ref={list}>
        <LinkList
          links={query}
          view={view}
          selected={ids}
          onSelect={setIds}
          onEdit={edit}
          onQr={(link) => showQr(link.short_url)}
          onDelete={(link) => ask([link])}
          onAdd={add}
          onShow={move}
          onReset={reset}
        />
      </div>
      <ListDialogs
        dialog={dialog}
        onClose={() => {
          setDialog(null);
          dropWish();
        }}
        onAdded={showAdded}
        onQr={showQr}
      />
    </>
  );
}

async function copyShortLink({ short_url: code }: Link) {
  const isCopied = await copyText(toShortLink(code));
  if (isCopied) toast('success', t('links.copied', { code }));
  else toast('warning', t('copy.failed'));
}
