import { Box, Button, TextInput } from '@mantine/core';
import { useRef, useEffect, useEffectEvent, useState } from 'react';
import { pageSizes } from '../../../contracts/links/links.constants.ts';
import { useLacks } from '../../app-info.ts';
import { explainReason } from '../../failure.ts';
import { t, toCounted } from '../../language.ts';
import { describePager } from '../../pager-texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useDocumentTitle } from '../../use-document-title.ts';
import { LinksSkeleton } from '../list/links-skeleton.tsx';
import type { ListLook } from '../list/list-look.ts';
import type { ListView } from '../search/list-search.ts';
import { useListView } from '../search/use-list-view.ts';
import { BinList } from './bin-list.tsx';
import { useBin } from './bin.api.ts';
import { useBinActions } from './use-bin-actions.tsx';
import '../links.css';
import '../list/link-parts.css';
import './bin.css';

const LOOK: ListLook = { density: 'comfortable', shown: [] };

/** The bin: deleted links to restore or to delete permanently. */
export function BinPage() {
  useDocumentTitle(t('bin.title'));
  const { view, show } = useListView();
  const bin = useBin(view);
  const isBarred = useLacks('clear');
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button disappears with its link.
  const { restore, confirmPurge, confirmClear } = useBinActions(() => heading.current?.focus());
  const { urls = [], total = 0 } = bin.data ?? {};
  const isSearch = view.keyword !== '';

  if (bin.isError) {
    const text = explainReason(bin.error, 'internal.error');
    return <Notice isFailure isPage title={t('links.failed')} text={text} />;
  }
  return (
    <>
      <PageHead
        ref={heading}
        title={t('bin.title')}
        note={total > 0 && t('bin.count', toCounted(total))}
        actions={
          total > 0 &&
          !isSearch &&
          !isBarred && (
            <Button variant="default" onClick={() => confirmClear(total)}>
              {t('bin.clear')}
            </Button>
          )
        }
      />
      {(total > 0 || isSearch) && (
        <>
          <Box component="p" className="muted" maw="70ch" mb="1rem">
            {t('bin.about')}
          </Box>
          <BinSearch keyword={view.keyword} onSearch={(keyword) => show({ keyword })} />
        </>
      )}
      {bin.isPending && <LinksSkeleton look={LOOK} />}
      {bin.isSuccess && total === 0 && (
        <Notice
          title={t(isSearch ? 'bin.none.title' : 'bin.empty.title')}
          text={t(isSearch ? 'bin.none.text' : 'bin.empty.text')}
        />
      )}
      {urls.length > 0 && (
        <BinList
          links={urls}
          isStale={bin.isPlaceholderData}
          run={{ restore, purge: confirmPurge }}
        />
      )}
      <BinPager view={view} total={total} onShow={show} />
    </>
  );
}

interface BinPagerProps {
  readonly view: ListView;
  readonly total: number;
  readonly onShow: (change: Partial<ListView>) => void;
}

/** Turns the pages of the bin. From a page that has become empty, goes to the last page. */
function BinPager({ view, total, onShow }: BinPagerProps) {
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

interface BinSearchProps {
  readonly keyword: string;
  readonly onSearch: (keyword: string) => void;
}

function BinSearch({ keyword, onSearch }: BinSearchProps) {
  const [typed, setTyped] = useState(keyword);
  return (
    <Box component="search" maw="22rem" mb="1rem">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <TextInput
          type="search"
          aria-label={t('bin.search')}
          placeholder={t('bin.search')}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            if (value === '' && keyword !== '') onSearch('');
          }}
        />
      </form>
    </Box>
  );
}
