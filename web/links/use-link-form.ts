import { useForm } from '@mantine/form';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstError } from '../focus-first-error.ts';
import type { TextKey } from '../language.ts';
import { listRules } from './link-rules.ts';
import { hasMore, type LinkValues } from './link-values.ts';
import { useDraftStorage, useInitialDraft } from './use-link-draft.ts';
import { useLinkSaving } from './use-link-saving.ts';
import { useTitleFill } from './use-title-fill.ts';

export interface LinkFormOptions {
  /** The name of the draft. */
  readonly draftName: string;
  /** True: the form starts with a draft if there is one. */
  readonly restoresDraft: boolean;
  readonly initial: LinkValues;
  readonly texts: Readonly<Record<'codeHelp' | 'submit' | 'submitting' | 'failed', TextKey>>;
  /** Explains the error in a code; null: no error. */
  readonly explainCode: (code: string, values: LinkValues) => string | null;
  /** Sends the values. The form shows its errors, beside the field where possible. */
  readonly save: (values: LinkValues, restores: boolean) => Promise<void>;
}

const moreFields = ['tags', 'description', 'note'] as const;

/** The state of the form to add or to edit a link. */
export function useLinkForm(options: LinkFormOptions) {
  const { draftName, restoresDraft, initial, texts, explainCode, save } = options;
  const draft = useInitialDraft(draftName, restoresDraft);
  const [isRestored, setIsRestored] = useState(draft !== null);
  const noTitle = { url: initial.long_url, title: '' };
  const form = useForm<LinkValues>({
    initialValues: draft?.values ?? initial,
    validateInputOnBlur: ['long_url', 'title', 'description', 'note', 'short_url'],
    validate: listRules(initial, explainCode),
  });
  const [isMoreOpen, setMoreOpen] = useState(hasMore(form.values));
  const titles = useTitleFill(form, draft?.filled ?? noTitle);
  const failed = texts.failed;
  const { isSaving, binned, submit } = useLinkSaving({ form, draftName, failed, save });
  useDraftStorage(draftName, initial, form.values, titles.filled, isRestored);

  const resetForm = () => {
    titles.noteFilled(noTitle);
    form.setValues(initial);
    form.clearErrors();
    setIsRestored(false);
    form.getInputNode('long_url')?.focus();
  };

  const showErrors: Parameters<typeof form.onSubmit>[1] = (errors) => {
    // A collapsed field cannot take the focus.
    if (moreFields.some((field) => field in errors)) flushSync(() => setMoreOpen(true));
    focusFirstError(form, errors);
  };

  return {
    form,
    isRestored,
    resetForm,
    isReading: titles.isReading,
    fillTitle: titles.fillTitle,
    isSaving,
    binned,
    restore: () => void submit(form.values, true),
    isMoreOpen,
    setMoreOpen,
    submit: form.onSubmit((values) => void submit(values), showErrors),
  };
}
