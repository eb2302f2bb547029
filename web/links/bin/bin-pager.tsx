import { useEffect, useEffectEvent } from 'react';
import { pageSizes } from '../../../contracts/links.constants.ts';
import { describePager } from '../../pager-texts.ts';
import { Pager } from '../../ui/pager.tsx';
import type { ListView } from '../list-search.ts';

interface BinPagerProps {
  readonly view: ListView;
  readonly total: number;
  readonly onShow: (change: Partial<ListView>) => void;
}

/** Turns the pages of the bin. From a page that has become empty, goes to the last page. */
export function BinPager({ view, total, onShow }: BinPagerProps) {
  const { page, size, keyword } = view;
  const first = (page - 1) * size + 1;
  const isPastEnd = total > 0 && first > total;
  const showLastPage = useEffectEvent(() => onShow({ page: Math.ceil(total / size) }));
  useEffect(() => {
    if (isPastEnd) showLastPage();
  }, [isPastEnd]);
  return (
    <Pager
      page={page}
      size={size}
      total={total}
      sizes={keyword === '' ? pageSizes : []}
      onChange={(next, nextSize) => onShow({ page: next, size: nextSize })}
      texts={describePager({ page, size, total })}
    />
  );
}
