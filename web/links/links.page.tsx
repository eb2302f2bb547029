import { usePrefetchQuery } from '@tanstack/react-query';
import { domainsQuery } from '../domains/domains.api.ts';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { usePhone } from '../ui/use-phone.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { BinLink } from './bin-link.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FoundLinks } from './found-links.tsx';
import { LinksBar } from './links-bar.tsx';
import { LinksHead } from './links-head.tsx';
import { LinksNotices } from './links-notices.tsx';
import { ListDialogs } from './list-dialogs.tsx';
import { firstView } from './list-search.ts';
import { useLinksPage } from './use-links-page.ts';
import './links.css';
import './link-parts.css';
import './link-table.css';
import './selection-bar.css';
import './links-skeleton.css';
import './link-cards.css';
import './first-steps.css';

export function LinksPage() {
  useDocumentTitle(t('links.title'));
  usePrefetchQuery(domainsQuery);
  const page = useLinksPage();
  const { view, showView, list, hasLinks, selected, dialogs } = page;
  const { total, isSearch } = page.shown;
  const isPhone = usePhone();
  const showAdded = (code: string, isNew: boolean) => {
    // An existing link may be on any page, so search for it.
    showView(
      isNew ? { ...firstView, size: isSearch ? firstView.size : view.size } : { keyword: code },
    );
  };
  const about = (
    <>
      <FirstSteps total={isSearch ? undefined : total} onAdd={dialogs.add} />
      {hasLinks && <LinksNotices />}
    </>
  );
  return (
    <div className="links-page">
      <LinksHead page={page} />
      {(!isPhone || !hasLinks) && about}
      {hasLinks && <LinksBar page={page} />}
      <FilterChips filters={view.filters} onChange={(filters) => showView({ filters })} />
      <div ref={list}>
        <FoundLinks page={page} />
      </div>
      <BinLink />
      {isPhone && hasLinks && about}
      <output className="visually-hidden">
        {selected.count > 0 &&
          t('links.selected', {
            count: selected.count,
            shown: formatNumber(selected.count, locale),
          })}
      </output>
      <ListDialogs
        dialog={dialogs.dialog}
        onClose={dialogs.close}
        onAdded={showAdded}
        onQr={dialogs.showQr}
      />
    </div>
  );
}
