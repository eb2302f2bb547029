import { Button, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language.ts';
import { preloadTagsField } from '../../tags/tags-field.tsx';
import type { LinkTask } from './link-task.ts';
import { RestoreOffer } from './restore-offer.tsx';
import { LinkParts } from './link-parts.tsx';
import { useDialogForm, type DialogEvents } from './use-dialog-form.tsx';
import { useOpenParts } from './use-open-parts.ts';
import './dialog.css';

interface DialogFormProps extends DialogEvents {
  readonly task: LinkTask;
}

const moreFields = ['tags', 'description', 'note'] as const;

/** The form of the dialog: the common parts of a link, and the others collapsed. */
export function DialogForm({ task, ...events }: DialogFormProps) {
  const root = useRef<HTMLFormElement>(null);
  const dialog = useDialogForm({ task, root, ...events });
  const { form, titles, isRestored, startOver, wanted, restore } = dialog;
  const { values, errors, isSaving } = form;
  const [hasMore] = useState(
    values.is_count_only ||
      values.shows_numbers ||
      moreFields.some((name) => values[name].length > 0),
  );
  const isFailing = moreFields.some((name) => name in errors);
  const parts = useOpenParts(isFailing ? ['more'] : [], form.refusals, hasMore ? ['more'] : []);
  useEffect(preloadTagsField, []);
  const [submit, submitting] =
    form.link === null
      ? (['add.submit', 'add.submitting'] as const)
      : (['edit.submit', 'edit.submitting'] as const);
  return (
    <form
      ref={root}
      className="add-form"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
      noValidate
    >
      {isRestored && (
        <p className="add-restored note">
          {t('add.restored')}
          <Button size="compact-sm" variant="subtle" onClick={startOver}>
            {t('add.restored.drop')}
          </Button>
        </p>
      )}
      <LinkParts form={form} titles={titles} names={['long_url', 'title', 'short_url']} />
      <RestoreOffer wanted={wanted} isBusy={isSaving} onRestore={restore} />
      <LinkParts form={form} names={['expires_at']} />
      <details
        className="link-more"
        open={parts.isOpen('more')}
        onToggle={({ currentTarget: { open } }) => parts.toggle('more', open)}
      >
        <summary>{t('add.more')}</summary>
        <Stack pt="0.75rem" pb="0.5rem">
          {parts.isOpen('more') && <LinkParts form={form} names={['tags']} />}
          <LinkParts form={form} names={['texts', 'statistics']} />
        </Stack>
      </details>
      <Button type="submit" fullWidth disabled={isSaving}>
        {t(isSaving ? submitting : submit)}
      </Button>
    </form>
  );
}
