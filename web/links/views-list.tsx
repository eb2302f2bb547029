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
  const [name, setName] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const keep = (changed: readonly SavedView[]) => {
    storeSavedViews(changed);
    setViews([...changed]);
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    setIsRefused(wanted === '' || wanted.length > viewNameMax);
    if (wanted === '' || wanted.length > viewNameMax) return;
    keep([...views.filter((saved) => saved.name !== wanted), { name: wanted, view }]);
    setName('');
  };

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
            <li key={saved.name}>
              <button
                type="button"
                className="links-view-name"
                aria-current={isSameView(saved.view, view) || undefined}
                onClick={() => onShow(saved.view)}
              >
                {saved.name}
              </button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('views.delete', { name: saved.name })}
                title={t('views.delete', { name: saved.name })}
                onClick={() => remove(saved)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {isSameView(view, firstView) ? (
        views.length === 0 && <p className="muted">{t('views.none')}</p>
      ) : (
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
      )}
    </div>
  );
}
