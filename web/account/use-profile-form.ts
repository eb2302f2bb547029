import { useForm } from '@mantine/form';
import { ApiError } from '../api.ts';
import type { AppInfo } from '../app-info.ts';
import { explainFailure } from '../failure.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { chooseLanguage, language, t } from '../language.ts';
import { reloadPage } from '../page-load.ts';
import { toast, toastNext } from '../toast.tsx';
import { useSetAccount } from './account.api.ts';
import { accountRules, toUsername } from './use-init-form.ts';

/** User name, e-mail and language of the account, and what sends them with the password. */
export function useProfileForm({ username, email, language: chosen }: AppInfo) {
  const change = useSetAccount();
  const form = useForm({
    initialValues: { username, email, language: chosen || language, password: '' },
    validateInputOnBlur: ['username', 'email'],
    validate: {
      ...accountRules,
      password: (password) => (password === '' ? t('password.not.allow.empty') : null),
    },
  });

  const showFailure = (error: unknown) => {
    const isWrong = error instanceof ApiError && error.key === 'oldpass.error';
    const text = isWrong ? t('password.error') : explainFailure(error, 'account.failed');
    toast('error', text);
    const issues = error instanceof ApiError ? error.issues : [];
    const refused = isWrong ? ['password'] : issues.map(({ field }) => field);
    const errors = Object.fromEntries(refused.map((field) => [field, text]));
    form.setErrors(errors);
    focusFirstError(form, errors);
  };

  const submit = form.onSubmit(
    (values) =>
      change.mutate(
        { ...values, username: toUsername(values.username) },
        {
          onError: showFailure,
          onSuccess: (profile) => {
            form.setValues({ ...values, username: profile.username, password: '' });
            if (values.language === language) return toast('success', t('account.done'));
            chooseLanguage(values.language);
            toastNext('success', 'account.done');
            return reloadPage();
          },
        },
      ),
    (errors) => focusFirstError(form, errors),
  );

  return { form, isPending: change.isPending, submit };
}
