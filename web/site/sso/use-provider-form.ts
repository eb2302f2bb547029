import { useForm } from '@mantine/form';
import { ApiError } from '../../api.ts';
import { explainFailure } from '../../failure.ts';
import { focusFirstError } from '../../form/focus-first-error.ts';
import { useUnsavedGuard } from '../../form/use-unsaved-guard.tsx';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { useSetProvider, type StoredProvider } from './provider.api.ts';
import {
  createRules,
  fieldOf,
  toRequest,
  toValues,
  type ProviderValues,
} from './provider-values.ts';

/** The values of the provider's form, and what saves or discards them. */
export function useProviderForm(stored: StoredProvider) {
  const saving = useSetProvider();
  const form = useForm<ProviderValues>({
    initialValues: toValues(stored),
    validateInputOnBlur: ['issuer', 'scopes', 'emailDomains', 'sessionHours'],
    validate: createRules(stored),
  });
  const isChanged = form.isDirty();
  useUnsavedGuard(isChanged, saving.isPending);

  const show = (values: ProviderValues) => {
    form.setValues(values);
    form.resetDirty(values);
  };
  const clear = () => {
    form.clearErrors();
    show(toValues({ ...stored, settings: null }));
  };

  const showFailure = (error: unknown) => {
    const issues = error instanceof ApiError ? error.issues : [];
    const errors = Object.fromEntries(
      issues.flatMap(({ field, reason }) => {
        const name = fieldOf[field];
        return name === undefined ? [] : [[name, reason]];
      }),
    );
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) return focusFirstError(form, errors);
    return toast('error', explainFailure(error, 'provider.save.failed'));
  };

  const submit = form.onSubmit(
    (values) => {
      if (saving.isPending) return;
      saving.mutate(toRequest(values), {
        onError: showFailure,
        onSuccess: () => {
          show({ ...values, clientSecret: '' });
          toast('success', t('provider.saved'));
        },
      });
    },
    (errors) => focusFirstError(form, errors),
  );

  return { form, isChanged, isSaving: saving.isPending, submit, discard: form.reset, clear };
}

export type ProviderForm = ReturnType<typeof useProviderForm>['form'];
