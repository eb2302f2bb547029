import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { explainFailure } from '../failure.ts';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Notice } from '../ui/notice.tsx';
import { Pager } from '../ui/pager.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { LinkCards } from './link-cards.tsx';
import { LinkTable } from './link-table.tsx';
import { LinksSkeleton } from './links-skeleton.tsx';
import { pageSizes, type Link, type LinkPage } from './links.api.ts';

interface LinkListProps {
  readonly links: UseQueryResult<LinkPage>;
  readonly page: number;
  readonly size: number;
  readonly selected: readonly Link[];
  readonly onSelect: (links: readonly Link[]) => void;
  readonly onDelete: (link: Link) => void;
  readonly onAdd: () => void;
  readonly onShow: (page: number, size: number) => void;
}

/** The list in whichever state it is: loading, failed, empty or a page of links. */
export function LinkList({ links, page, size, onAdd, onShow, ...list }: LinkListProps) {
  const isPhone = usePhone();
  const total = links.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / size));
  const isBeyond = links.isSuccess && !links.isPlaceholderData && page > lastPage;

  useEffect(() => {
    if (isBeyond) onShow(lastPage, size);
  }, [isBeyond, lastPage, size, onShow]);

  if (links.isPending || isBeyond) return <LinksSkeleton />;
  if (links.isError) {
    return (
      <Notice
        isFailure
        title={t('links.failed')}
        text={explainFailure(links.error, 'internal.error')}
        action={
          <Button variant="default" onClick={() => void links.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    );
  }
  if (total === 0) {
    return (
      <Notice
        title={t('links.empty.title')}
        text={t('links.empty.text')}
        action={<Button onClick={onAdd}>{t('links.add')}</Button>}
      />
    );
  }
  const List = isPhone ? LinkCards : LinkTable;
  const first = (page - 1) * size + 1;
  return (
    <>
      <List {...list} links={links.data.urls} isStale={links.isPlaceholderData} />
      <Pager
        page={page}
        size={size}
        total={total}
        sizes={pageSizes}
        onChange={onShow}
        texts={{
          label: t('links.pager'),
          sizeLabel: t('links.pager.size'),
          size: (links) => t('links.pager.size.option', { links }),
          range: t('links.pager.range', {
            from: formatNumber(first, locale),
            to: formatNumber(Math.min(total, first + size - 1), locale),
            total: formatNumber(total, locale),
          }),
          previous: t('links.pager.previous'),
          next: t('links.pager.next'),
          page: (number) => t('links.pager.page', { page: number }),
        }}
      />
    </>
  );
}
