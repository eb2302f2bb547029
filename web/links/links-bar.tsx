import { Button } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconBookmarks,
  IconDots,
  IconDownload,
  IconFilter,
  IconKeyboard,
} from '@tabler/icons-react';
import { lazy } from 'react';
import { useLacks } from '../app-info.ts';
import { t, toCounted } from '../language.ts';
import { IconAction } from '../ui/icon-action.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { SortField } from './list/sort-field.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { ViewOptions } from './list/view-options.tsx';
import { SearchForm } from './search/search-form.tsx';
import { ToolPopover } from './tool-popover.tsx';
import type { LinksPageState } from './use-links-page.ts';

const FilterForm = lazy(async () => ({
  default: (await import('./search/filter-form.tsx')).FilterForm,
}));
const ViewsList = lazy(async () => ({
  default: (await import('./views/views-list.tsx')).ViewsList,
}));

/** The search form and the tools of the list. */
export function LinksBar({ page }: { readonly page: LinksPageState }) {
  const { view, showView, noteSearch } = page;
  const isPhone = usePhone();
  return (
    <SearchForm
      view={view}
      field={page.searchField}
      onSubmit={(search, isReplaced) => {
        noteSearch(search);
        showView(search, isReplaced);
      }}
      onType={(search, isReplaced) => {
        noteSearch(null);
        showView(search, isReplaced);
      }}
      onReset={page.reset}
    >
      {(place) => (
        <div className="links-tools">
          {!isPhone && <WideTools page={page} />}
          <ToolPopover label={t('filter.add')} title={t('filter.title')} Icon={IconFilter}>
            {() => (
              <>
                {place}
                <FilterForm filters={view.filters} onChange={(filters) => showView({ filters })} />
              </>
            )}
          </ToolPopover>
          {isPhone && <PhoneTools page={page} />}
        </div>
      )}
    </SearchForm>
  );
}

function WideTools({ page }: { readonly page: LinksPageState }) {
  return (
    <>
      <SortField sorting={page.view} onChange={page.showView} />
      <ToolPopover label={t('links.view')} title={t('links.view')} Icon={IconAdjustmentsHorizontal}>
        {() => <ViewOptions {...page} />}
      </ToolPopover>
      <ToolPopover label={t('views.title')} title={t('views.title')} Icon={IconBookmarks}>
        {(close) => <Views page={page} onShow={close} />}
      </ToolPopover>
      <ExportMenu links={page.actions.exportedView}>
        {(isRunning) => (
          <IconAction size="2.25rem" label={t('links.export.shown')} aria-busy={isRunning}>
            <IconDownload size={20} aria-hidden />
          </IconAction>
        )}
      </ExportMenu>
      <IconAction size="2.25rem" label={t('keys.title')} onClick={page.dialogs.showKeys}>
        <IconKeyboard size={20} aria-hidden />
      </IconAction>
    </>
  );
}

/** The sheet with the tools of a phone. */
function PhoneTools({ page }: { readonly page: LinksPageState }) {
  const { view, showView, selected, actions, shown } = page;
  const isReader = useLacks('links.edit');
  const choices = [
    [t('links.select.some'), selected.start],
    [t('links.select.total', toCounted(shown.total ?? 0)), actions.onSelectAll],
    ...(isReader ? [] : [[t('links.delete.selected'), actions.onDelete] as const]),
  ] as const;
  return (
    <ToolPopover label={t('links.tools')} title={t('links.tools')} Icon={IconDots}>
      {(close) => (
        <div className="links-filter-fields">
          <SortField sorting={view} onChange={showView} hasLabel />
          {!selected.isOn &&
            choices.map(([name, choose]) => (
              <Button
                key={name}
                variant="default"
                onClick={() => {
                  close();
                  choose();
                }}
              >
                {name}
              </Button>
            ))}
          <ExportMenu links={actions.exportedView} isInside>
            {(isRunning) => (
              <Button variant="default" aria-busy={isRunning}>
                {t('links.export.shown')}
              </Button>
            )}
          </ExportMenu>
          <h2 className="links-tools-title">{t('views.title')}</h2>
          <Views page={page} onShow={close} />
          <ViewOptions {...page} />
        </div>
      )}
    </ToolPopover>
  );
}

interface ViewsProps {
  readonly page: LinksPageState;
  readonly onShow: () => void;
}

function Views({ page: { view, showView }, onShow }: ViewsProps) {
  return (
    <ViewsList
      view={view}
      onShow={(saved) => {
        onShow();
        showView(saved);
      }}
    />
  );
}
