import { useForm } from '@mantine/form';
import { useState } from 'react';
import { countCharacters } from '../../../contracts/password.ts';
import { accountRules, toUsername } from '../../account/use-init-form.ts';
import { ApiError } from '../../api.ts';
import { explainFailure } from '../../failure.ts';
import { focusFirstError } from '../../form/focus-first-error.ts';
import { adoptLanguage, t } from '../../language.ts';
import { replacePage } from '../../page-load.ts';
import { startSession } from '../../session.ts';
import { toastNext } from '../../toast.tsx';
import { useJoin, type LinkFacts } from './join.api.ts';

/** The fields that a one-time link asks for, and what uses the link. */
export function useJoinForm(secret: string, facts: LinkFacts, onRefused: () => void) {
  const { kind, password_min: min } = facts;
  const join = useJoin();
  const [failure, setFailure] = useState<string | null>(null);
  const explainPassword = (password: string) => {
    if (kind === 'login') return null;
    if (password === '') return t('init.password.empty');
    return countCharacters(password) < min ? t('join.password.short', { min }) : null;
  };
  const form = useForm({
    initialValues: { username: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      username: (name) => (kind === 'invitation' ? accountRules.username(name) : null),
      password: explainPassword,
    },
  });

  const showFailure = (error: unknown) => {
    const { key, issues } = error instanceof ApiError ? error : { key: null, issues: [] };
    if (key === 'invitation.invalid') return onRefused();
    const refused = issues.filter(({ field }) => field in form.values);
    const errors = Object.fromEntries(refused.map((issue) => [issue.field, t(issue.key)]));
    form.setErrors({ ...form.errors, ...errors });
    if (refused.length > 0) return focusFirstError(form, errors);
    return setFailure(explainFailure(error, 'join.failed'));
  };

  const submit = form.onSubmit(
    ({ username, password }) => {
      setFailure(null);
      join.mutate(
        {
          link: secret,
          ...(kind === 'invitation' && { username: toUsername(username) }),
          ...(kind !== 'login' && { password }),
        },
        {
          onError: showFailure,
          onSuccess: ({ token, language }) => {
            startSession(token);
            adoptLanguage(language ?? '');
            toastNext('success', `join.done.${kind}`);
            replacePage('/admin');
          },
        },
      );
    },
    (errors) => focusFirstError(form, errors),
  );

  return { form, failure, isBusy: join.isPending || join.isSuccess, submit };
}
