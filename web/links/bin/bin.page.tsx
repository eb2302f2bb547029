import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { explainReason } from '../../failure.ts';
import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useDocumentTitle } from '../../use-document-title.ts';
import type { ListLook } from '../list-look.ts';
import { LinksSkeleton } from '../links-skeleton.tsx';
import { useListView } from '../use-list-view.ts';
import { BinList } from './bin-list.tsx';
import { BinPager } from './bin-pager.tsx';
import { BinSearch } from './bin-search.tsx';
import { useBin } from './bin.api.ts';
import { useBinActions } from './use-bin-actions.tsx';
import '../links.css';
import '../link-parts.css';
import '../links-skeleton.css';
import './bin.css';

const LOOK: ListLook = { density: 'comfortable', shown: [] };

/** The bin: deleted links to restore or to delete permanently. */
export function BinPage() {
  useDocumentTitle(t('bin.title'));
  const { view, show } = useListView();
  const bin = useBin(view);
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
        note={total > 0 && t('bin.count', { count: total, shown: formatNumber(total, locale) })}
        actions={
          <>
            <Link className="links-bin" to="/admin/$name" params={{ name: 'list' }} search={{}}>
              {t('bin.back')}
            </Link>
            {total > 0 && !isSearch && (
              <Button variant="default" onClick={() => confirmClear(total)}>
                {t('bin.clear')}
              </Button>
            )}
          </>
        }
      />
      {(total > 0 || isSearch) && (
        <>
          <p className="bin-about">{t('bin.about')}</p>
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
          onRestore={restore}
          onPurge={confirmPurge}
        />
      )}
      <BinPager view={view} total={total} onShow={show} />
    </>
  );
}
