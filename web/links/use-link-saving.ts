import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { explainFailure, findRestorableUntil } from '../failure.ts';
import type { TextKey } from '../language.ts';
import { toast } from '../toast.tsx';
import { removeDraft } from './link-drafts.ts';
import { completeLongUrl, type LinkValues } from './link-values.ts';
import { findRefusedField } from './refused-field.ts';

interface LinkSavingOptions {
  readonly form: UseFormReturnType<LinkValues>;
  readonly draftName: string;
  readonly failed: TextKey;
  readonly save: (values: LinkValues, restores: boolean) => Promise<void>;
}

/**
 * Saves the values of the form. A toast and the field show an error. `binned` are values whose code
 * belongs to a deleted link.
 */
export function useLinkSaving({ form, draftName, failed, save }: LinkSavingOptions) {
  const [isSaving, setIsSaving] = useState(false);
  const [binned, setBinned] = useState<LinkValues | null>(null);
  const submit = async (values: LinkValues, restores = false) => {
    setIsSaving(true);
    const sent = toSent(form, values);
    try {
      await save(sent, restores);
      removeDraft(draftName);
    } catch (error) {
      const text = explainFailure(error, failed);
      const field = findRefusedField(error);
      toast('error', text);
      setBinned(findRestorableUntil(error) === undefined ? null : sent);
      if (field !== null) form.setFieldError(field, text);
      setIsSaving(false);
    }
  };
  const isStill = binned !== null && isSameLink(toSent(form, form.values), binned);
  return { isSaving, submit, binned: isStill ? binned : null };
}

function toSent(form: UseFormReturnType<LinkValues>, values: LinkValues): LinkValues {
  return {
    ...values,
    long_url: completeLongUrl(form, values.long_url),
    short_url: values.short_url.trim(),
  };
}

function isSameLink(one: LinkValues, other: LinkValues): boolean {
  return (['long_url', 'short_url', 'domain'] as const).every((name) => one[name] === other[name]);
}
