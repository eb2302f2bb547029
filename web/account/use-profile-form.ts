import { useForm } from '@mantine/form';
import { ApiError } from '../api.ts';
import type { AppInfo } from '../app-info.ts';
import { explainFailure } from '../failure.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { useUnsaved } from '../form/unsaved.ts';
import { chooseLanguage, language as pageLanguage, t } from '../language.ts';
import { reloadPage } from '../page-load.ts';
import { toast, toastNext } from '../toast.tsx';
import { useSetAccount } from './account.api.ts';
import { accountRules, toUsername } from './use-init-form.ts';

/** User name, e-mail and language of the account. What was changed is sent with the password. */
export function useProfileForm(info: AppInfo) {
  const { username, email, language } = info;
  const change = useSetAccount();
  // An account that single sign-on made has none: a fresh login is asked for instead.
  const hasPassword = info.has_password !== 0;
  const form = useForm({
    initialValues: { username, email, language, password: '' },
    validateInputOnBlur: ['username', 'email'],
    validate: {
      ...accountRules,
      password: (password) =>
        password === '' && hasPassword ? t('password.not.allow.empty') : null,
    },
  });

  useUnsaved(form.isDirty());

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
    (values) => {
      const chosen = form.isDirty('language') ? values.language : '';
      change.mutate(
        {
          ...(form.isDirty('username') && { username: toUsername(values.username) }),
          ...(form.isDirty('email') && { email: values.email }),
          ...(chosen !== '' && { language: chosen }),
          ...(hasPassword && { password: values.password }),
        },
        {
          onError: showFailure,
          onSuccess: ({ username }) => {
            const saved = { ...values, username, password: '' };
            form.setValues(saved);
            form.resetDirty(saved);
            if (chosen === '' || chosen === pageLanguage) {
              return toast('success', t('account.done'));
            }
            chooseLanguage(chosen);
            toastNext('success', 'account.done');
            return reloadPage();
          },
        },
      );
    },
    (errors) => focusFirstError(form, errors),
  );

  return { form, hasPassword, isPending: change.isPending, submit };
}
