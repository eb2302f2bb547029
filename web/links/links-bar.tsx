import { ActionIcon } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { t } from '../language.ts';
import { FilterButton } from './filter-button.tsx';
import { SearchForm } from './search-form.tsx';
import type { LinksPageState } from './use-links-page.ts';
import { ViewsButton } from './views-button.tsx';

/** The search form and the tools of the list. */
export function LinksBar({ page }: { readonly page: LinksPageState }) {
  const { view, showView, searchField, noteSearch, reset, dialogs } = page;
  return (
    <div className="links-bar">
      <SearchForm
        view={view}
        field={searchField}
        onSubmit={(search, isReplaced) => {
          noteSearch(search);
          showView(search, isReplaced);
        }}
        onType={(search, isReplaced) => {
          noteSearch(null);
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
          onClick={dialogs.showKeys}
        >
          <IconKeyboard size={20} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}
