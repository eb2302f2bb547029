import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { VIEW_NAME_MAX } from '../../../contracts/links/views.constants.ts';
import { t } from '../../language.ts';
import {
  firstView,
  type ListView,
  readListSearch,
  toListSearch,
  toView,
} from '../search/list-search.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { offerUndo } from '../selection/offer-undo.tsx';
import { HeldViews } from '../../views/held-views.tsx';
import { useSavedViews } from '../../views/saved-views.ts';

interface ViewsListProps {
  readonly view: ListView;
  readonly onShow: (view: ListView) => void;
}

/** Lists the saved views, with a field that saves the present one. */
export function ViewsList({ view, onShow }: ViewsListProps) {
  const saved = useSavedViews('list');
  const views = saved.views.map(({ name, value }) => ({
    name,
    view: toView(readListSearch(value)),
  }));

  const save = (name: string) => saved.put(name, toListSearch(view));

  const remove = async ({ name, view: removed }: SavedView) => {
    if (!(await saved.put(name, null))) return;
    offerUndo(t('views.deleted', { name }), () => void saved.put(name, toListSearch(removed)));
  };

  return (
    <div className="links-filter-fields">
      {views.length > 0 && (
        <ul className="links-views" aria-label={t('views.title')}>
          {views.map((one) => (
            <SavedViewItem
              key={one.name}
              saved={one}
              isShown={isSameView(one.view, view)}
              onShow={() => onShow(one.view)}
              onRemove={() => void remove(one)}
            />
          ))}
        </ul>
      )}
      {isSameView(view, firstView) ? (
        saved.isLoaded && views.length === 0 && <p className="muted">{t('views.none')}</p>
      ) : (
        <ViewForm onSave={save} />
      )}
      <HeldViews kind="list" saved={saved} />
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
      <IconAction label={t('views.delete', { name: saved.name })} onClick={onRemove} />
    </li>
  );
}

/** Asks for the name of the present view. */
function ViewForm({ onSave }: { readonly onSave: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const save = async () => {
    const wanted = name.trim();
    const isWrong = wanted === '' || wanted.length > VIEW_NAME_MAX;
    setIsRefused(isWrong);
    if (!isWrong && (await onSave(wanted))) setName('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className="links-filter-fields" onSubmit={submit} noValidate>
      <TextInput
        label={t('views.name')}
        description={t('views.where')}
        autoComplete="off"
        error={isRefused ? t('views.long', { max: VIEW_NAME_MAX }) : null}
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

/** A search with its filters and order, under a name. */
interface SavedView {
  readonly name: string;
  readonly view: ListView;
}

/** True when two views show the same links in the same order. Ignores the page. */
function isSameView(a: ListView, b: ListView): boolean {
  return toViewKey(a) === toViewKey(b);
}

function toViewKey(view: ListView): string {
  const { size, page } = firstView;
  return JSON.stringify(toListSearch({ ...view, size, page }));
}
