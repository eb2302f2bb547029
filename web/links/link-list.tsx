import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { pageSizes } from '../../contracts/links.constants.ts';
import { explainReason } from '../failure.ts';
import { t } from '../language.ts';
import { describePager } from '../pager-texts.ts';
import { Notice } from '../ui/notice.tsx';
import { Pager } from '../ui/pager.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { FoundElsewhere } from './found-elsewhere.tsx';
import { LinkCards } from './link-cards.tsx';
import type { LinkListProps } from './link-list-props.ts';
import { LinkTable } from './link-table.tsx';
import { LinksSkeleton } from './links-skeleton.tsx';
import type { FoundPage } from './links.api.ts';
import { readListLook, storeListLook, type ListLook } from './list-look.ts';
import { isNarrowed, type ListView } from './list-search.ts';
import { NothingFound } from './nothing-found.tsx';

interface Props extends Omit<
  LinkListProps,
  'links' | 'isStale' | 'sorting' | 'onSort' | 'look' | 'onLook'
> {
  readonly links: UseQueryResult<FoundPage>;
  /** True while the first links load or render. */
  readonly isDrawing: boolean;
  readonly view: ListView;
  readonly onAdd: () => void;
  /** A change without a page goes to page 1. */
  readonly onShow: (change: Partial<ListView>) => void;
  readonly onReset: () => void;
}

/** The list in one of its states: loading, failed, empty or a page of links. */
export function LinkList({ links, isDrawing, view, onAdd, onShow, onReset, ...list }: Props) {
  const isPhone = usePhone();
  const [look, setLook] = useState(readListLook);
  const changeLook = (changed: ListLook) => {
    storeListLook(changed);
    setLook(changed);
  };
  const { page, size, keyword } = view;
  const isSearch = isNarrowed(view);
  const total = links.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / size));
  const isPastEnd = links.isSuccess && !links.isPlaceholderData && page > lastPage;

  const showLastPage = useEffectEvent(() => onShow({ page: lastPage }));
  useEffect(() => {
    if (isPastEnd) showLastPage();
  }, [isPastEnd]);

  if (isDrawing || links.isPending || isPastEnd) return <LinksSkeleton look={look} />;
  if (links.isError) return <FailedList links={links} isSearch={isSearch} />;
  if (total === 0) return <EmptyList view={view} onAdd={onAdd} onShow={onShow} onReset={onReset} />;
  const List = isPhone ? LinkCards : LinkTable;
  // Without a chosen column, the header marks the default order.
  const isByDate = !isPhone && !isSearch && view.sort === null;
  return (
    <>
      <FoundElsewhere
        view={view}
        found={links.data}
        isStale={links.isPlaceholderData}
        onShow={onShow}
      />
      <List
        {...list}
        links={links.data.urls}
        isStale={links.isPlaceholderData}
        sorting={isByDate ? { sort: 'created_at', order: view.order } : view}
        look={look}
        onLook={changeLook}
        onSort={({ sort, order }) => onShow({ sort, order })}
      />
      <Pager
        page={page}
        size={size}
        total={total}
        sizes={keyword === '' ? pageSizes : []}
        onChange={(page, size) => onShow({ page, size })}
        texts={describePager({ page, size, total })}
      />
    </>
  );
}

interface FailedListProps extends Pick<Props, 'links'> {
  readonly isSearch: boolean;
}

function FailedList({ links, isSearch }: FailedListProps) {
  return (
    <Notice
      isFailure
      title={t(isSearch ? 'query.failed' : 'links.failed')}
      text={explainReason(links.error, 'internal.error')}
      action={
        <Button variant="default" onClick={() => void links.refetch()}>
          {t('retry')}
        </Button>
      }
    />
  );
}

function EmptyList({
  view,
  onAdd,
  onShow,
  onReset,
}: Pick<Props, 'view' | 'onAdd' | 'onShow' | 'onReset'>) {
  if (isNarrowed(view)) {
    return (
      <NothingFound
        view={view}
        onSearch={(filter) => onShow({ filter })}
        onReset={onReset}
        onAdd={onAdd}
      />
    );
  }
  return (
    <Notice
      title={t('links.empty.title')}
      text={t('links.empty.text')}
      action={<Button onClick={onAdd}>{t('links.add')}</Button>}
    />
  );
}
