import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { t } from '../language.ts';
import { hideToast, toast } from '../toast.tsx';
import { firstView, type ListView } from './list-search.ts';
import {
  isSameView,
  readSavedViews,
  storeSavedViews,
  viewNameMax,
  type SavedView,
} from './saved-views.ts';
import { Undoable } from './undoable.tsx';

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
    const before = views;
    keep(views.filter((saved) => saved !== removed));
    const undo = () => {
      hideToast('undo');
      keep(before);
    };
    toast('undo', <Undoable text={t('views.deleted', { name: removed.name })} onUndo={undo} />);
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
        className="links-view-name"
        aria-current={isShown || undefined}
        onClick={onShow}
      >
        {saved.name}
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('views.delete', { name: saved.name })}
        title={t('views.delete', { name: saved.name })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
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
