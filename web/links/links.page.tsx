import { ActionIcon, Button } from '@mantine/core';
import { IconKeyboard, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { explainFailure } from '../failure.ts';
import { locale, t } from '../language.ts';
import { toShortLink } from '../short-link.ts';
import { toast } from '../toast.tsx';
import { copyText } from '../ui/copy-text.ts';
import { formatNumber } from '../ui/format-number.ts';
import { PageHead } from '../ui/page-head.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { BinLink } from './bin-link.tsx';
import { toBulkSelection } from './bulk/to-bulk-selection.ts';
import { FilterButton } from './filter-button.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LinkList } from './link-list.tsx';
import { LinksNotices } from './links-notices.tsx';
import { toDuplicateTask } from './link-task.ts';
import { fetchFirst, useLinks, type Link } from './links.api.ts';
import { ListDialogs, type ListDialog } from './list-dialogs.tsx';
import { firstView, isNarrowed } from './list-search.ts';
import { markMatches } from './mark-matches.ts';
import { SearchForm } from './search-form.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { isSelected } from './selection.ts';
import { toStats } from './stats-link.ts';
import { useDelete } from './use-delete.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useListView } from './use-list-view.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSelection } from './use-selection.ts';
import { useSwitch } from './use-switch.tsx';
import { ViewsButton } from './views-button.tsx';
import './links.css';
import './link-parts.css';
import './link-table.css';
import './selection-bar.css';
import './links-skeleton.css';
import './link-cards.css';
import './first-steps.css';

/** The most QR codes in one print. */
const PRINT_MAX = 500;

export function LinksPage() {
  useDocumentTitle(t('links.title'));
  const { view, show, prefill, clearPrefill } = useListView();
  const query = useLinks(view);
  // Rows render slowly on phones: React renders the first ones in slices behind the skeleton.
  const isDrawing = useDeferredValue(query.isPending) || query.isPending;
  const urls = isDrawing ? undefined : query.data?.urls;
  const links = urls ?? [];
  const total = query.data?.total;
  const isSearch = isNarrowed(view);

  const selected = useSelection(links);
  const { heading, list, focusAfterDelete, focusLink } = useRowFocus(links);
  const { confirmDelete, undo, progress } = useDelete({
    onDeleted: (deleted) => {
      selected.clear();
      focusAfterDelete(deleted.links);
    },
    onRestored: ([first]) => {
      if (first !== undefined) focusLink(first);
    },
  });

  const [openedDialog, setDialog] = useState<ListDialog | null>(null);
  const { isNew, url, code, title } = prefill;
  const prefilled = useMemo(
    () => (isNew ? ({ kind: 'add', url, code, title } as const) : null),
    [isNew, url, code, title],
  );
  const dialog = openedDialog ?? prefilled;
  const add = () => setDialog({ kind: 'add', url: '', code: '', title: '' });
  const showQr = (code: string) => setDialog({ kind: 'qr', code });
  const edit = (link: Link) => setDialog({ kind: 'edit', link });
  const duplicate = (link: Link) => setDialog(toDuplicateTask(link));

  const isPhone = usePhone();
  const switchLink = useSwitch();
  const navigate = useNavigate();
  const searchField = useRef<HTMLInputElement>(null);
  const showView = (change: Partial<typeof view>, isReplaced = false) => {
    // A selection of all results survives turning pages.
    const { page: _page, size = view.size, ...others } = change;
    const isTurned = size === view.size && Object.keys(others).length === 0;
    if (!isTurned || selected.selection.kind === 'some') selected.clear();
    show(change, isReplaced);
  };
  const deleteSelected = () => {
    const { selection, shown } = selected;
    confirmDelete({ links: shown, all: selection.kind === 'all' ? selection : null });
  };
  const deleteOne = (link: Link) => confirmDelete({ links: [link], all: null });
  const reset = () => showView({ ...firstView, sort: view.sort, order: view.order });
  const editSelected = () => {
    const selection = toBulkSelection(selected.selection, query.data?.isElsewhere === true);
    setDialog({ kind: 'bulk', selection });
  };
  const printSelected = async () => {
    const { selection, shown } = selected;
    if (selection.kind === 'some') {
      setDialog({ kind: 'print', links: shown });
      return;
    }
    if (selection.total > PRINT_MAX) toast('warning', t('links.print.most', { count: PRINT_MAX }));
    try {
      setDialog({ kind: 'print', links: await fetchFirst(view, PRINT_MAX) });
    } catch (error) {
      toast('error', explainFailure(error, 'query.failed'));
    }
  };
  const showAdded = (code: string, isNew: boolean) => {
    // An existing link may be on any page, so search for it.
    showView(
      isNew ? { ...firstView, size: isSearch ? firstView.size : view.size } : { keyword: code },
    );
  };

  useListKeys({
    list,
    links,
    onRow: {
      edit,
      stats: ({ short_url: code }) => void navigate(toStats(code)),
      copy: (link) => void copyShortLink(link),
      qr: ({ short_url: code }) => showQr(code),
      duplicate,
      select: ({ id }, hasShift) => selected.toggle(id, hasShift),
      delete: (link) =>
        isSelected(selected.selection, link.id) ? deleteSelected() : deleteOne(link),
    },
    onPage: {
      search: () => searchField.current?.select(),
      add,
      undo,
      help: () => setDialog({ kind: 'keys' }),
    },
  });

  // Only a search by Enter shows a toast when it fails or finds nothing.
  const [submitted, setSubmitted] = useState<Pick<typeof view, 'filter' | 'keyword'> | null>(null);
  const isSubmitted = submitted?.keyword === view.keyword && submitted.filter === view.filter;
  const isFailed = query.isError && (!isSearch || isSubmitted);
  useEffect(() => {
    if (isFailed) toast('error', explainFailure(query.error, 'query.failed'));
  }, [isFailed, query.error]);

  const isEmptyAnswer =
    isSearch && !query.isPlaceholderData && (total === 0 || query.data?.isElsewhere === true);
  const emptySearch = isSubmitted && isEmptyAnswer ? submitted : null;
  useEffect(() => {
    if (emptySearch !== null) toast('error', t('no.query'));
  }, [emptySearch]);

  useEffect(() => {
    if (urls !== undefined && list.current !== null) markMatches(list.current, view.keyword);
  }, [list, urls, view.keyword]);

  const hasLinks = isSearch || total !== 0;
  const about = (
    <>
      {total !== undefined && !isSearch && <FirstSteps links={total} onAdd={add} />}
      {hasLinks && <LinksNotices />}
    </>
  );
  return (
    <div className="links-page">
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
              {selected.count === 0 && (
                <Button
                  className="links-delete"
                  variant="default"
                  leftSection={isPhone && <IconTrash size={18} aria-hidden />}
                  onClick={deleteSelected}
                >
                  <span className="links-label">{t('links.delete.selected')}</span>
                </Button>
              )}
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
                {t('links.add')}
              </Button>
            </>
          )
        }
      />
      {(!isPhone || total === 0) && about}
      {hasLinks && (
        <>
          <div className="links-bar">
            <SearchForm
              view={view}
              field={searchField}
              onSubmit={(search, isReplaced) => {
                setSubmitted(search);
                showView(search, isReplaced);
              }}
              onType={(search, isReplaced) => {
                setSubmitted(null);
                showView(search, isReplaced);
              }}
              onReset={reset}
            />
            <div className="links-tools">
              <ViewsButton view={view} onShow={showView} />
              <FilterButton filters={view.filters} onChange={(filters) => showView({ filters })} />
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
          </div>
        </>
      )}
      <FilterChips filters={view.filters} onChange={(filters) => showView({ filters })} />
      <div ref={list}>
        <LinkList
          links={query}
          isDrawing={isDrawing}
          view={view}
          selection={selected.selection}
          selectionBar={
            (selected.count > 0 || progress !== null) && total !== undefined ? (
              <SelectionBar
                count={selected.count}
                total={total}
                progress={progress}
                onEdit={editSelected}
                onPrint={() => void printSelected()}
                onDelete={deleteSelected}
                onSelectAll={() => selected.selectAll(view, total)}
                onClear={() => {
                  selected.clear();
                  list.current?.querySelector('input')?.focus();
                }}
              />
            ) : null
          }
          onToggle={selected.toggle}
          onTogglePage={selected.togglePage}
          onEdit={edit}
          onQr={(link) => showQr(link.short_url)}
          onDuplicate={duplicate}
          onSwitch={(link) => void switchLink(link)}
          onDelete={deleteOne}
          onTag={(tag) =>
            showView({
              filters: { ...view.filters, tags: [...new Set([...view.filters.tags, tag])] },
            })
          }
          onAdd={add}
          onShow={showView}
          onReset={reset}
        />
      </div>
      <BinLink />
      {isPhone && total !== 0 && about}
      <output className="visually-hidden">
        {selected.count > 0 &&
          t('links.selected', {
            count: selected.count,
            shown: formatNumber(selected.count, locale),
          })}
      </output>
      <ListDialogs
        dialog={dialog}
        onClose={() => {
          setDialog(null);
          clearPrefill();
        }}
        onAdded={showAdded}
        onQr={showQr}
      />
    </div>
  );
}

async function copyShortLink({ short_url: code }: Link) {
  const isCopied = await copyText(toShortLink(code));
  if (isCopied) toast('success', t('links.copied', { code }));
  else toast('warning', t('copy.failed'));
}
