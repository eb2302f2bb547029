import { useRef, useState } from 'react';
import type { login } from '../../contracts/account.ts';
import type { RequestOf } from '../../contracts/route.ts';
import { ApiError } from '../api.ts';
import { useDelayedAction } from '../ui/use-delayed-action.ts';
import { useLogin } from './account.api.ts';

type Credentials = RequestOf<typeof login>;

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
  readonly onSuccess: (username: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Logs in. Retries without the user when the server asks for a short wait. */
export function useLoginAttempts({ onSuccess, onFailure }: Outcomes) {
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
      onSuccess: ({ username }) => {
        stop();
        onSuccess(username);
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
