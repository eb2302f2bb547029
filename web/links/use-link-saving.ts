import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { explainFailure } from '../failure.ts';
import type { TextKey } from '../language.ts';
import { toast } from '../toast.tsx';
import { completeUrl } from '../typed-url.ts';
import { removeDraft } from './link-drafts.ts';
import type { LinkValues } from './link-values.ts';
import { findRefusedField } from './refused-field.ts';

interface LinkSavingOptions {
  readonly form: UseFormReturnType<LinkValues>;
  readonly draftName: string;
  readonly failed: TextKey;
  readonly save: (values: LinkValues) => Promise<void>;
}

/** Saves the values of the form. A toast and the field show an error. */
export function useLinkSaving({ form, draftName, failed, save }: LinkSavingOptions) {
  const [isSaving, setIsSaving] = useState(false);
  const submit = async (values: LinkValues) => {
    setIsSaving(true);
    try {
      await save({
        ...values,
        long_url: completeUrl(values.long_url),
        short_url: values.short_url.trim(),
      });
      removeDraft(draftName);
    } catch (error) {
      const text = explainFailure(error, failed);
      const field = findRefusedField(error);
      toast('error', text);
      if (field !== null) form.setFieldError(field, text);
      setIsSaving(false);
    }
  };
  return { isSaving, submit };
}
