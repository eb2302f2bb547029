import { Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { t } from '../../language.ts';
import { localValues } from '../../storage.ts';
import {
  firstView,
  type ListView,
  readListSearch,
  toListSearch,
  toView,
} from '../search/list-search.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { offerUndo } from '../selection/offer-undo.tsx';

interface ViewsListProps {
  readonly view: ListView;
  readonly onShow: (view: ListView) => void;
}

/** Lists the saved views, with a field that saves the present one. */
export function ViewsList({ view, onShow }: ViewsListProps) {
  const [views, setViews] = useState(readSavedViews);
  const keep = (changed: readonly SavedView[]) => {
    storeSavedViews(changed);
    setViews([...changed]);
  };

  const save = (name: string) =>
    keep([...views.filter((saved) => saved.name !== name), { name, view }]);

  const remove = (removed: SavedView) => {
    keep(views.filter((saved) => saved !== removed));
    offerUndo(t('views.deleted', { name: removed.name }), () => keep(views));
  };

  return (
    <div className="links-filter-fields">
      {views.length > 0 && (
        <ul className="links-views" aria-label={t('views.title')}>
          {views.map((saved) => (
            <SavedViewItem
              key={saved.name}
              saved={saved}
              isShown={isSameView(saved.view, view)}
              onShow={() => onShow(saved.view)}
              onRemove={() => remove(saved)}
            />
          ))}
        </ul>
      )}
      {isSameView(view, firstView) ? (
        views.length === 0 && <p className="muted">{t('views.none')}</p>
      ) : (
        <ViewForm onSave={save} />
      )}
    </div>
  );
}

interface SavedViewItemProps {
  readonly saved: SavedView;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

function SavedViewItem({ saved, isShown, onShow, onRemove }: SavedViewItemProps) {
  return (
    <li>
      <button
        type="button"
        className="links-view-name cut"
        aria-current={isShown || undefined}
        onClick={onShow}
      >
        {saved.name}
      </button>
      <IconAction label={t('views.delete', { name: saved.name })} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </IconAction>
    </li>
  );
}

/** Asks for the name of the present view. */
function ViewForm({ onSave }: { readonly onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    setIsRefused(wanted === '' || wanted.length > viewNameMax);
    if (wanted === '' || wanted.length > viewNameMax) return;
    onSave(wanted);
    setName('');
  };
  return (
    <form className="links-filter-fields" onSubmit={save} noValidate>
      <TextInput
        label={t('views.name')}
        description={t('views.where')}
        autoComplete="off"
        error={isRefused ? t('views.long', { max: viewNameMax }) : null}
        value={name}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          setIsRefused(false);
        }}
      />
      <Button type="submit" variant="default">
        {t('views.save')}
      </Button>
    </form>
  );
}

const STORED = 'saved_views';
const viewNameMax = 40;

/** A search with its filters and order, under a name. The browser stores it. */
interface SavedView {
  readonly name: string;
  readonly view: ListView;
}

function readSavedViews(): SavedView[] {
  const stored = localValues.getJson(STORED);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    const { name, search } = Object(entry) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
    return [{ name, view: toView(readListSearch(search as Record<string, unknown>)) }];
  });
}

function storeSavedViews(views: readonly SavedView[]): void {
  const stored = views.map(({ name, view }) => ({ name, search: toListSearch(view) }));
  localValues.set(STORED, JSON.stringify(stored));
}

/** True when two views show the same links in the same order. Ignores the page. */
function isSameView(a: ListView, b: ListView): boolean {
  return toViewKey(a) === toViewKey(b);
}

function toViewKey(view: ListView): string {
  const { size, page } = firstView;
  return JSON.stringify(toListSearch({ ...view, size, page }));
}
