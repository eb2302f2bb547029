import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { pageSizes } from '../../../contracts/links/links.constants.ts';
import { useLacks } from '../../app-info.ts';
import { explainReason } from '../../failure.ts';
import { t } from '../../language.ts';
import { describePager } from '../../pager-texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { FoundElsewhere } from '../search/found-elsewhere.tsx';
import { NothingFound } from '../search/nothing-found.tsx';
import type { LinksPageState } from '../use-links-page.ts';
import { LinkCards } from './link-cards.tsx';
import { LinkTable } from './link-table.tsx';
import { LinksSkeleton } from './links-skeleton.tsx';

interface LinkListProps {
  readonly page: LinksPageState;
}

/** The list in one of its states: loading, failed, empty or a page of links. */
export function LinkList({ page }: LinkListProps) {
  const isPhone = usePhone();
  const { view, showView, look } = page;
  const { query, isDrawing, isSearch, total = 0 } = page.shown;
  const { isPlaceholderData: isStale } = query;
  const lastPage = Math.max(1, Math.ceil(total / view.size));
  const isPastEnd = query.isSuccess && !isStale && view.page > lastPage;

  const showLastPage = useEffectEvent(() => showView({ page: lastPage }));
  useEffect(() => {
    if (isPastEnd) showLastPage();
  }, [isPastEnd]);

  if (isDrawing || query.isPending || isPastEnd) return <LinksSkeleton look={look} />;
  if (query.isError) {
    return (
      <Notice
        isFailure
        title={t(isSearch ? 'query.failed' : 'links.failed')}
        text={explainReason(query.error, 'internal.error')}
        action={
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    );
  }
  if (total === 0) return <EmptyList page={page} />;
  const List = isPhone ? LinkCards : LinkTable;
  // Without a chosen column, the header marks the default order.
  const isByDate = !isPhone && !isSearch && view.sort === null;
  return (
    <>
      <FoundElsewhere view={view} page={query.data} isStale={isStale} onShow={showView} />
      <List
        page={page}
        links={query.data.urls}
        isStale={isStale}
        sorting={isByDate ? { sort: 'created_at', order: view.order } : view}
        look={look}
      />
      <Pager
        page={view.page}
        size={view.size}
        total={total}
        sizes={view.keyword === '' ? pageSizes : []}
        onChange={(number, size) => showView({ page: number, size })}
        texts={describePager({ page: view.page, size: view.size, total })}
      />
    </>
  );
}

function EmptyList({ page }: LinkListProps) {
  const { add } = page.dialogs;
  const mayAdd = !useLacks('links.create');
  const mayImport = !useLacks('links.import');
  if (page.shown.isSearch) {
    return (
      <NothingFound
        view={page.view}
        onSearch={(filter) => page.showView({ filter })}
        onReset={page.reset}
        onAdd={add}
      />
    );
  }
  return (
    <Notice
      title={t('links.empty.title')}
      {...(mayAdd && {
        text: t('links.empty.text') + (mayImport ? t('links.empty.import') : ''),
      })}
      {...(mayAdd && { action: <Button onClick={add}>{t('links.add')}</Button> })}
    />
  );
}
