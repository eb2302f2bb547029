import { lazy, Suspense, useEffect, useState } from 'react';
import { loadSsoTexts } from '../language.ts';
import { setConfirmation } from './login-confirmation.ts';

const ConfirmLogin = lazy(async () => {
  await loadSsoTexts();
  return { default: (await import('../account/confirm/confirm-login.tsx')).ConfirmLogin };
});

/** Opens the question for the password when a call needs it. */
export function Confirmation() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(
    () =>
      setConfirmation(() => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setAnswer(() => resolve);
        return promise;
      }),
    [],
  );
  if (answer === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmLogin
        onEnd={(isConfirmed) => {
          setAnswer(null);
          answer(isConfirmed);
        }}
      />
    </Suspense>
  );
}
