import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { login } from '../../../contracts/account.ts';
import type { ReplyOf } from '../../../contracts/route.ts';
import { explainFailure, explainReason } from '../../failure.ts';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { plainInput } from '../../ui/fields/plain-input.ts';
import { isCancelled, usePasskeyLogin, useSecondFactor } from './factors.api.ts';

/** What a right password leads to when the account has a second factor. */
export interface SecondStep {
  readonly step: string;
  readonly ways: readonly string[];
}

interface SecondFactorProps {
  readonly second: SecondStep;
  readonly onLoggedIn: (account: ReplyOf<typeof login>) => void;
  readonly onBack: () => void;
}

/** The second screen of a login. */
export function SecondFactor({ second, onLoggedIn, onBack }: SecondFactorProps) {
  const { ways } = second;
  const hasApp = ways.includes('totp');
  const hasPasskey = ways.includes('passkey');
  const [isRecovery, setIsRecovery] = useState(!hasApp && !hasPasskey);
  const hasField = hasApp || isRecovery;
  return (
    <div className="account-form">
      <p>{t(hasField ? 'second.text' : 'second.passkey.text')}</p>
      {hasPasskey && <PasskeyButton onLoggedIn={onLoggedIn} />}
      {hasField && (
        <CodeForm
          key={String(isRecovery)}
          step={second.step}
          isRecovery={isRecovery}
          onLoggedIn={onLoggedIn}
        />
      )}
      <div className="account-ways">
        <Button variant="subtle" onClick={() => setIsRecovery(!isRecovery)}>
          {t(isRecovery ? 'second.use.other' : 'second.use.recovery')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t('second.back')}
        </Button>
      </div>
    </div>
  );
}

interface CodeFormProps extends Pick<SecondFactorProps, 'onLoggedIn'> {
  readonly step: string;
  readonly isRecovery: boolean;
}

function CodeForm({ step, isRecovery, onLoggedIn }: CodeFormProps) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const login = useSecondFactor();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setFailure(t('second.code.empty'));
    setFailure(null);
    login.mutate(isRecovery ? { step, recovery_code: text } : { step, code: text }, {
      onSuccess: onLoggedIn,
      onError: (error) => setFailure(explainReason(error, 'login.failed')),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        {...(isRecovery ? recoveryField : codeField)}
        label={t(isRecovery ? 'second.recovery' : 'second.code')}
        description={t(isRecovery ? 'second.recovery.help' : 'second.code.help')}
        size="md"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={failure}
      />
      <Button
        type="submit"
        size="md"
        mt="md"
        fullWidth
        disabled={login.isPending || login.isSuccess}
      >
        {t(login.isPending ? 'login.submitting' : 'login.submit')}
      </Button>
    </form>
  );
}

const recoveryField = {
  ...plainInput,
  // A field that appears takes the focus.
  ref: (field: HTMLInputElement | null) => field?.focus(),
  name: 'recovery_code',
  autoComplete: 'off',
  maxLength: 64,
};

/** Props of a field for the code of an authenticator app. */
export const codeField = {
  ...recoveryField,
  name: 'code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 16,
} as const;

/** Absent where the browser knows no passkeys. */
export function PasskeyButton({ onLoggedIn }: Pick<SecondFactorProps, 'onLoggedIn'>) {
  const login = usePasskeyLogin();
  if (!('PublicKeyCredential' in window)) return null;
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      disabled={login.isPending || login.isSuccess}
      // The field of the name would lose the focus, complain, and move the button away.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() =>
        login.mutate(undefined, {
          onSuccess: onLoggedIn,
          onError: (error) => {
            if (!isCancelled(error)) toast('error', explainFailure(error, 'login.failed'));
          },
        })
      }
    >
      {t('passkey.login')}
    </Button>
  );
}
