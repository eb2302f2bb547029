import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { usePrefetchQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useFlushTime, useLacks } from '../app-info.ts';
import { domainsQuery } from '../domains/domains.api.ts';
import { t, toCounted } from '../language.ts';
import { localValues } from '../storage.ts';
import { focusMain } from '../ui/focus-neighbor.ts';
import { IconAction } from '../ui/icon-action.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { toStoredCode } from '../urls/short-link.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { AddedLink } from './added-link.tsx';
import { areFirstStepsOver } from './steps/first-steps-memory.ts';
import { ListDialogs } from './list-dialogs.tsx';
import type { CreatedLink } from './links.api.ts';
import { LinkList } from './list/link-list.tsx';
import { LinksBar } from './links-bar.tsx';
import { FilterChips } from './search/filter-chips.tsx';
import { firstView } from './search/list-search.ts';
import { toStats } from './stats-link.ts';
import { useLinksPage, type LinksPageState } from './use-links-page.ts';
import { useListKeys } from './use-list-keys.ts';
import './links.css';
import './list/link-parts.css';
import './list/link-table.css';
import './list/link-cards.css';

const FirstSteps = lazy(async () => ({
  default: (await import('./steps/first-steps.tsx')).FirstSteps,
}));

export function LinksPage() {
  useDocumentTitle(t('links.title'));
  usePrefetchQuery(domainsQuery);
  const page = useLinksPage();
  useListKeys(page);
  const { view, showView, list, hasLinks, selected, dialogs } = page;
  const { total, isSearch } = page.shown;
  const isPhone = usePhone();
  const [hasSteps] = useState(() => !areFirstStepsOver());
  // Others set the site up.
  const isManaged = useLacks('settings');
  const showAdded = (link: CreatedLink, about: string) => {
    dialogs.open({ kind: 'added', link, about });
    // An existing link may be on any page, so search for it.
    showView(
      link.is_new
        ? { ...firstView, size: isSearch ? firstView.size : view.size }
        : { keyword: toStoredCode(link) },
    );
  };
  const about = (
    <>
      {hasSteps && !isManaged && (
        <Suspense fallback={null}>
          <FirstSteps total={isSearch ? undefined : total} onAdd={dialogs.add} />
        </Suspense>
      )}
      {hasLinks && <LinksNotices />}
    </>
  );
  return (
    <div className="links-page">
      <LinksHead page={page} />
      {dialogs.dialog?.kind === 'added' && (
        <AddedNotice {...dialogs.dialog} onClose={dialogs.close} />
      )}
      {(!isPhone || !hasLinks) && about}
      {hasLinks && <LinksBar page={page} />}
      <FilterChips filters={view.filters} onChange={(filters) => showView({ filters })} />
      <div ref={list}>
        <LinkList page={page} />
      </div>
      {isPhone && hasLinks && about}
      <output className="visually-hidden">
        {selected.count > 0 && t('links.selected', toCounted(selected.count))}
      </output>
      <ListDialogs dialog={dialogs.dialog} onClose={dialogs.close} onAdded={showAdded} />
    </div>
  );
}

interface AddedNoticeProps {
  readonly link: CreatedLink;
  readonly about: string;
  readonly onClose: () => void;
}

/** The link that was just added, until the next dialog opens. */
function AddedNotice({ link, about, onClose }: AddedNoticeProps) {
  return (
    <AddedLink link={link} title={about}>
      <Button
        size="lg"
        variant="default"
        renderRoot={(root) => <Link {...root} {...toStats(toStoredCode(link))} />}
      >
        {t('add.page')}
      </Button>
      <IconAction
        className="added-close"
        label={t('close')}
        onClick={(event) => {
          focusMain(event);
          onClose();
        }}
      />
    </AddedLink>
  );
}

/** The heading of the list page, with the number of links and the buttons. */
function LinksHead({ page }: { readonly page: LinksPageState }) {
  const { heading, hasLinks, selected, actions, dialogs } = page;
  const { total, isSearch } = page.shown;
  const isPhone = usePhone();
  const isReader = useLacks('links.edit');
  const isGuest = useLacks('links.create');
  return (
    <PageHead
      ref={heading}
      title={t('links.title')}
      note={
        total !== undefined &&
        total > 0 &&
        t(isSearch ? 'links.found' : 'links.count', toCounted(total))
      }
      actions={
        hasLinks && (
          <>
            {!isPhone && !isReader && selected.count === 0 && (
              <Button variant="default" onClick={actions.onDelete}>
                {t('links.delete.selected')}
              </Button>
            )}
            {!isGuest && (
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialogs.add}>
                {t('links.add')}
              </Button>
            )}
          </>
        )
      }
    />
  );
}

const STORED = 'links_notices';

/** Hints about the list. The user can dismiss them. */
function LinksNotices() {
  const isPhone = usePhone();
  const time = useFlushTime();
  const [isAway, setIsAway] = useState(() => localValues.get(STORED) === 'away');
  if (isAway) return null;
  return (
    <aside className="links-notices note" aria-label={t('links.notices')}>
      <ul>
        <li>{t(isPhone ? 'links.notice.clicks' : 'links.notice.clicks.hover', { time })}</li>
        <li>{t(isPhone ? 'links.notice.copy' : 'links.notice.copy.keys')}</li>
      </ul>
      <IconAction
        label={t('links.notices.away')}
        title={undefined}
        onClick={() => {
          localValues.set(STORED, 'away');
          setIsAway(true);
        }}
      />
    </aside>
  );
}
