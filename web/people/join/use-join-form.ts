import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { countCharacters } from '../../../contracts/password.ts';
import { accountRules, toUsername } from '../../account/use-init-form.ts';
import { beginRound, explainSso, type Returned } from '../../account/sso/sso-round.ts';
import { ApiError } from '../../api.ts';
import { focusFirstError } from '../../form/focus-first-error.ts';
import { adoptLanguage, t } from '../../language.ts';
import { replacePage } from '../../page-load.ts';
import { startSession } from '../../session.ts';
import { toastNext } from '../../toast.tsx';
import { useJoin, type LinkFacts } from './join.api.ts';

function explainPassword(password: string, min: number): string | null {
  if (password === '') return t('init.password.empty');
  return countCharacters(password) < min ? t('join.password.short', { min }) : null;
}

type Login = NonNullable<ReturnType<typeof useJoin>['data']>;

function enter({ token, language, logs_out_at: logout }: Login, kind: LinkFacts['kind']) {
  startSession(token, logout);
  adoptLanguage(language ?? '');
  toastNext('success', `join.done.${kind}`);
  replacePage('/admin');
}

interface Opened {
  readonly secret: string;
  readonly facts: LinkFacts;
  readonly returned: Returned | null;
}

/** The fields that a one-time link asks for, and what uses the link. */
export function useJoinForm({ secret, facts, returned }: Opened, onRefused: () => void) {
  const { kind, password_min: min } = facts;
  const join = useJoin();
  const [failure, setFailure] = useState(returned?.fault ?? null);
  const form = useForm({
    initialValues: { username: returned?.fields['username'] ?? '', password: '' },
    validateInputOnBlur: true,
    validate: {
      username: (name) => (kind === 'invitation' ? accountRules.username(name) : null),
      password: (password) => (kind === 'login' ? null : explainPassword(password, min)),
    },
  });

  const showFailure = (error: unknown) => {
    const { key, issues } = error instanceof ApiError ? error : { key: null, issues: [] };
    if (key === 'invitation.invalid') return onRefused();
    const refused = issues.filter(({ field }) => field in form.values);
    const errors = Object.fromEntries(refused.map((issue) => [issue.field, t(issue.key)]));
    form.setErrors({ ...form.errors, ...errors });
    if (refused.length > 0) return focusFirstError(form, errors);
    return setFailure(explainSso(error, 'join.failed'));
  };
  const outcomes: Parameters<typeof join.mutate>[1] = {
    onError: showFailure,
    onSuccess: (login) => enter(login, kind),
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
        outcomes,
      );
    },
    (errors) => focusFirstError(form, errors),
  );

  const joinBySso = (id: number) => {
    const { hasError, error } = form.validateField('username');
    if (hasError) return focusFirstError(form, { username: error });
    return beginRound(id, 'join', { secret, username: form.values.username });
  };
  const finish = useEffectEvent(() => {
    if (returned === null || returned.ticket === null || kind !== 'invitation') return;
    const { ticket } = returned;
    join.mutate({ link: secret, username: toUsername(form.values.username), ticket }, outcomes);
  });
  useEffect(() => finish(), []);

  return { form, failure, isBusy: join.isPending || join.isSuccess, submit, joinBySso };
}
