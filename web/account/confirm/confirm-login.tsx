import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useAppInfo } from '../../app-info.ts';
import { ApiError } from '../../api.ts';
import { explainFailure } from '../../failure.ts';
import { Dialog } from '../../form/dialog.tsx';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { initialFocus } from '../../ui/fields/initial-focus.ts';
import { HiddenUsername, PasswordField } from '../../parts/password-field.tsx';
import { useConfirmSession } from '../account.api.ts';
import {
  factorsQuery,
  isCancelled,
  useConfirmByPasskey,
  type Factor,
} from '../factors/factors.api.ts';
import { codeField } from '../factors/second-factor.tsx';
import { ConfirmButton } from '../sso/confirm-button.tsx';

interface ConfirmLoginProps {
  readonly onEnd: (isConfirmed: boolean) => void;
}

/** Asks again who is there, before something dangerous. It may lie over another dialog. */
export function ConfirmLogin({ onEnd }: ConfirmLoginProps) {
  return (
    <Dialog isOpen onClose={() => onEnd(false)} size={400} title={t('confirm.title')} zIndex={300}>
      <ConfirmForm onEnd={onEnd} />
    </Dialog>
  );
}

interface Fault {
  readonly field: 'password' | 'code';
  readonly text: string;
}

/** What is typed, and what proves it. */
function useProof(onEnd: ConfirmLoginProps['onEnd']) {
  const [password, setPassword] = useState('');
  const [hasCode, setHasCode] = useState(false);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const { mutate, isPending } = useConfirmSession();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form of the page may lie around the dialog, as React sees it.
    event.stopPropagation();
    setFault(null);
    if (password === '') {
      return setFault({ field: 'password', text: t('password.not.allow.empty') });
    }
    return mutate(
      { password, ...(hasCode && { code: code.trim() }) },
      {
        onSuccess: () => onEnd(true),
        onError: (error) => {
          // An account with an authenticator app proves both.
          const isIncomplete = error instanceof ApiError && error.key === 'second.factor.required';
          if (isIncomplete && !hasCode) return setHasCode(true);
          return setFault(
            isWrong(error)
              ? { field: 'password', text: t('password.error') }
              : {
                  field: hasCode ? 'code' : 'password',
                  text: explainFailure(error, 'confirm.failed'),
                },
          );
        },
      },
    );
  };
  const type = (field: Fault['field'], typed: string) => {
    if (field === 'password') setPassword(typed);
    else setCode(typed);
    setFault(null);
  };
  const faultOf = (field: Fault['field']) => (fault?.field === field ? fault.text : null);
  return { password, type, faultOf, code: hasCode ? code : null, isPending, submit };
}

/** Asks for what the account has: a password, a passkey, or both. */
function ConfirmForm({ onEnd }: ConfirmLoginProps) {
  const hasPassword = useAppInfo().data?.has_password !== 0;
  const { data: account } = useQuery(factorsQuery);
  const factors = account?.factors ?? [];
  const hasPasskey = factors.some(isUsablePasskey) && 'PublicKeyCredential' in window;
  const hasSso = account?.has_sso === 1;
  const other = hasSso ? 'confirm.sso.text' : 'confirm.text.again';
  const way = hasPasskey ? 'confirm.text.passkey' : other;
  return (
    <Stack gap="md">
      <p>{t(hasPassword ? 'confirm.text' : way)}</p>
      {hasPassword && <PasswordForm onEnd={onEnd} />}
      {hasPasskey && <PasskeyButton onEnd={onEnd} />}
      {hasSso && <ConfirmButton page={location.pathname + location.search} />}
    </Stack>
  );
}

function isUsablePasskey({ kind, is_usable_here: isUsable }: Factor): boolean {
  return kind === 'passkey' && isUsable === 1;
}

function PasskeyButton({ onEnd }: ConfirmLoginProps) {
  const { mutate, isPending } = useConfirmByPasskey();
  const start = () =>
    mutate(undefined, {
      onSuccess: () => onEnd(true),
      onError: (error) => {
        if (!isCancelled(error)) toast('error', explainFailure(error, 'confirm.failed'));
      },
    });
  return (
    <Button variant="default" fullWidth disabled={isPending} onClick={start}>
      {t('confirm.passkey')}
    </Button>
  );
}

function PasswordForm({ onEnd }: ConfirmLoginProps) {
  const username = useAppInfo().data?.username ?? '';
  const { password, type, faultOf, code, isPending, submit } = useProof(onEnd);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <HiddenUsername name={username} />
        <PasswordField
          {...initialFocus}
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          error={faultOf('password')}
          onChange={({ currentTarget: { value } }) => type('password', value)}
        />
        {code !== null && (
          <TextInput
            {...codeField}
            label={t('confirm.code')}
            value={code}
            error={faultOf('code')}
            onChange={({ currentTarget: { value } }) => type('code', value)}
          />
        )}
        <Button type="submit" fullWidth disabled={isPending}>
          {t(isPending ? 'confirm.checking' : 'confirm.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** The server names the field of the password change. */
function isWrong(error: unknown): boolean {
  return error instanceof ApiError && error.key === 'oldpass.error';
}
