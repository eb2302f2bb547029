import { toStoredCode } from '../short-link.ts';
import { LinkList } from './link-list.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { LinksPageState } from './use-links-page.ts';
import { useSwitch } from './use-switch.tsx';

interface FoundLinksProps {
  readonly page: LinksPageState;
}

/** The list of the page, with the actions on each link and on the selection. */
export function FoundLinks({ page }: FoundLinksProps) {
  const { view, showView, shown, selected, dialogs, progress } = page;
  const switchLink = useSwitch();
  const hasBar = (selected.count > 0 || progress !== null) && shown.total !== undefined;
  return (
    <LinkList
      links={shown.query}
      isDrawing={shown.isDrawing}
      view={view}
      selection={selected.selection}
      selectionBar={hasBar ? <SelectedActions page={page} /> : null}
      onToggle={selected.toggle}
      onTogglePage={selected.togglePage}
      onEdit={dialogs.edit}
      onQr={(link) => dialogs.showQr(toStoredCode(link))}
      onDuplicate={dialogs.duplicate}
      onSwitch={(link) => void switchLink(link)}
      onDelete={page.deleteOne}
      onTag={(tag) =>
        showView({
          filters: { ...view.filters, tags: [...new Set([...view.filters.tags, tag])] },
        })
      }
      onAdd={dialogs.add}
      onShow={showView}
      onReset={page.reset}
    />
  );
}

function SelectedActions({ page }: FoundLinksProps) {
  const { view, selected, actions, list, progress } = page;
  const { total = 0 } = page.shown;
  return (
    <SelectionBar
      count={selected.count}
      total={total}
      progress={progress}
      onEdit={actions.editSelected}
      onPrint={actions.printSelected}
      onDelete={actions.deleteSelected}
      onSelectAll={() => selected.selectAll(view, total)}
      onClear={() => {
        selected.clear();
        list.current?.querySelector('input')?.focus();
      }}
    />
  );
}
