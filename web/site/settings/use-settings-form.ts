import { useForm } from '@mantine/form';
import { ApiError } from '../../api.ts';
import { explainFailure } from '../../failure.ts';
import { focusFirstError } from '../../form/focus-first-error.ts';
import { t } from '../../language.ts';
import { reloadPage } from '../../page-load.ts';
import { useStoredFields } from '../../form/stored-fields.ts';
import { toast, toastNext } from '../../toast.tsx';
import { useUnsavedGuard } from '../../form/use-unsaved-guard.tsx';
import {
  findFieldErrors,
  rules,
  toSettings,
  toValues,
  type SettingsValues,
} from './settings-values.ts';
import { findChanged, useSaveSettings, type Settings } from './settings.api.ts';

/** The values of the settings form, and what saves or discards them. */
export function useSettingsForm(stored: Settings) {
  const saving = useSaveSettings();
  const form = useForm<SettingsValues>({
    initialValues: toValues(stored),
    validateInputOnBlur: true,
    validate: rules,
  });
  const isChanged = findChanged(stored, toSettings(form.values, stored)).length > 0;
  useUnsavedGuard(isChanged, saving.isPending);
  useStoredFields('settings', { ...form.values }, form.setValues);

  const showFailure = (error: unknown) => {
    const text = explainFailure(error, 'settings.save.failed');
    const errors = error instanceof ApiError ? findFieldErrors(error) : {};
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) focusFirstError(form, errors);
    else toast('error', text);
  };

  const showSaved = (after: Settings) => {
    form.setValues(toValues(after));
    if (after.avatar_service === stored.avatar_service) {
      toast('success', t('settings.saved'));
      return;
    }
    // The content security policy names the host of the avatar. A new host needs a new document.
    toastNext('success', 'settings.saved');
    reloadPage();
  };

  const submit = form.onSubmit(
    (values) => {
      if (saving.isPending) return;
      const after = toSettings(values, stored);
      saving.mutate(
        { before: stored, after },
        { onError: showFailure, onSuccess: () => showSaved(after) },
      );
    },
    (errors) => focusFirstError(form, errors),
  );

  const { setValues, clearErrors } = form;
  const discard = () => {
    setValues(toValues(stored));
    clearErrors();
  };

  return { form, isChanged, isSaving: saving.isPending, submit, discard };
}
