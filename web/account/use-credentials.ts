import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import type { login } from '../../contracts/account.ts';
import type { ReplyOf, RequestOf } from '../../contracts/route.ts';
import { ApiError } from '../api.ts';
import { explainFailure, explainReason } from '../failure.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { useDelayedAction } from '../ui/use-delayed-action.ts';
import { useLogin } from './account.api.ts';
import type { SecondStep } from './factors/second-factor.tsx';

type Credentials = RequestOf<typeof login>;

/** The form for name and password, and what logs in with them. */
export function useCredentials(first: Credentials, onLoggedIn: Outcomes['onSuccess']) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const [second, setSecond] = useState<SecondStep | null>(null);
  const form = useForm({
    initialValues: first,
    validateInputOnBlur: true,
    validate: {
      username: (name) => (name.trim() === '' ? t('login.username.empty') : null),
      password: (password) => (password === '' ? t('password.not.allow.empty') : null),
    },
    // The form now holds other credentials: the page must not retry the old ones.
    onValuesChange: () => attempts.stop(),
  });

  const showFailure = (error: unknown) => {
    if (error instanceof ApiError && error.key === 'second.factor.required') {
      return setSecond(error.data as SecondStep);
    }
    const text = explainReason(error, 'login.failed');
    toast('error', explainFailure(error, 'login.failed'));
    const key = error instanceof ApiError ? error.key : null;
    if (key === 'username.error') form.setFieldError('username', text);
    else if (key === 'password.error') form.setFieldError('password', text);
    else setFailure(text);
  };
  const attempts = useLoginAttempts({ onSuccess: onLoggedIn, onFailure: showFailure });

  const submit = form.onSubmit(
    (credentials) => {
      setFailure(null);
      attempts.logIn(credentials);
    },
    (errors) => focusFirstError(form, errors),
  );

  const logIn = (account: ReplyOf<typeof login>) => {
    setIsDone(true);
    onLoggedIn(account);
  };
  return {
    form,
    failure,
    attempts,
    submit,
    second,
    setSecond,
    logIn,
    isDone: isDone || attempts.isDone,
  };
}

/** The longest `Retry-After` that the page waits for without the user, in seconds. */
const WAIT_MAX_S = 10;
/** How long the page retries the same login, in milliseconds. */
const RETRY_FOR_MS = 120_000;

interface Attempt {
  readonly credentials: Credentials;
  /** The time of the first attempt. */
  readonly since: number;
}

interface Outcomes {
  readonly onSuccess: (account: ReplyOf<typeof login>) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Logs in. Retries without the user when the server asks for a short wait. */
function useLoginAttempts({ onSuccess, onFailure }: Outcomes) {
  const login = useLogin();
  const current = useRef<Attempt | null>(null);
  const [isRetrying, setIsRetrying] = useState(false);
  const [wait, setWait] = useState<number | null>(null);

  const stop = () => {
    current.current = null;
    setIsRetrying(false);
    setWait(null);
  };
  const attempt = (tried: Attempt) => {
    current.current = tried;
    setWait(null);
    login.mutate(tried.credentials, {
      onSuccess: (account) => {
        stop();
        onSuccess(account);
      },
      onError: (error) => {
        const seconds = secondsToWait(error);
        const isOver = seconds > WAIT_MAX_S || Date.now() - tried.since > RETRY_FOR_MS;
        // The user has typed another login in the meantime.
        const isStopped = current.current !== tried;
        setIsRetrying(!isOver && !isStopped);
        if (isOver) onFailure(error);
        else if (!isStopped) setWait(seconds);
      },
    });
  };
  useDelayedAction(wait !== null, (wait ?? 0) * 1000, () => {
    if (current.current !== null) attempt(current.current);
  });

  return {
    logIn: (credentials: Credentials) => attempt({ credentials, since: Date.now() }),
    stop,
    isRetrying,
    isPending: login.isPending || wait !== null,
    isDone: login.isSuccess,
  };
}

function secondsToWait(error: unknown): number {
  const isRateLimited = error instanceof ApiError && error.key === 'too.many.attempts';
  return isRateLimited ? (error.retryAfter ?? Infinity) : Infinity;
}
