import { Box, Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t, type TextKey } from '../../language.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { toInputProps } from '../form/use-link-form.ts';
import type { VisitorForm } from '../form/visitor-fields.ts';
import { rateLinkPassword } from './password-strength.ts';

/** The password of a link. The server never returns it. */
export function WhoFields({ form }: { readonly form: VisitorForm }) {
  const { link, values, isSaving, set } = form;
  const { password } = values;
  const hasPassword = link?.has_password === true;
  const [isChanging, setIsChanging] = useState(false);
  const [wasSaving, setWasSaving] = useState(isSaving);
  if (wasSaving !== isSaving) {
    setWasSaving(isSaving);
    if (!isSaving) setIsChanging(false);
  }
  const root = useRef<HTMLDivElement>(null);
  const mode = findMode(hasPassword, password, isChanging);

  const press = (isNext: boolean, next: string | null) => {
    flushSync(() => {
      setIsChanging(isNext);
      set({ password: next });
    });
    // The pressed button is gone.
    root.current?.querySelector<HTMLElement>('input, button')?.focus();
  };

  return (
    <Group ref={root} gap="0.5rem 0.75rem">
      {mode === 'typed' ? (
        <>
          <PasswordField
            className="who-password"
            flex="0 1 22rem"
            label={t(hasPassword ? 'password.new' : 'login.password')}
            description={t('who.help')}
            {...toInputProps(form, 'password', password ?? '', (typed) =>
              set({ password: typed === '' ? null : typed }),
            )}
            autoComplete="new-password"
          />
          <Box component="output" className="note" w="100%">
            {password && t(`who.strength.${rateLinkPassword(password)}`)}
          </Box>
        </>
      ) : (
        <p>{t(`who.${mode}`)}</p>
      )}
      {hasPassword &&
        (mode === 'set' ? fromSet : fromOther).map(([key, isNext, next]) => (
          <Button key={key} size="compact-sm" variant="default" onClick={() => press(isNext, next)}>
            {t(key)}
          </Button>
        ))}
    </Group>
  );
}

type Step = readonly [key: TextKey, isChanging: boolean, password: string | null];

/** The buttons of a stored password, and those of a change that is not saved. */
const fromSet: readonly Step[] = [
  ['who.change', true, null],
  ['who.remove', false, ''],
];
const fromOther: readonly Step[] = [['who.keep', false, null]];

function findMode(hasPassword: boolean, password: string | null, isChanging: boolean) {
  if (!hasPassword) return 'typed';
  if (password === '') return 'removed';
  return password === null && !isChanging ? 'set' : 'typed';
}
