import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t, type TextKey } from '../../language.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { rateLinkPassword } from './password-strength.ts';
import type { SectionProps } from './routing-fields.ts';

/** The password of a link. The server never returns it. */
export function WhoFields({ form }: SectionProps) {
  const { link, values, errors, isSaving, set, leave } = form;
  const { password } = values;
  const hasPassword = link?.has_password === true;
  const [isChanging, setIsChanging] = useState(false);
  const [wasSaving, setWasSaving] = useState(isSaving);
  if (wasSaving !== isSaving) {
    setWasSaving(isSaving);
    if (!isSaving) setIsChanging(false);
  }
  const root = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const mode = findMode(hasPassword, password, isChanging);

  useEffect(() => {
    // The pressed button is gone.
    if (isPressed.current) root.current?.querySelector<HTMLElement>('input, button')?.focus();
    isPressed.current = false;
  });

  const toButton = (key: TextKey, isNext: boolean, next: string | null) => (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        isPressed.current = true;
        setIsChanging(isNext);
        set({ password: next });
      }}
    >
      {t(key)}
    </Button>
  );

  return (
    <div ref={root} className="routing-password">
      {mode === 'typed' && (
        <PasswordField
          label={t(hasPassword ? 'who.new' : 'who.password')}
          description={t('who.help')}
          toggleLabel={t('who.show')}
          name="password"
          autoComplete="new-password"
          value={password ?? ''}
          error={errors['password']}
          onChange={({ currentTarget: { value } }) =>
            set({ password: value === '' ? null : value })
          }
          onBlur={() => leave('password')}
        />
      )}
      {mode === 'typed' && <StrengthNote password={password} />}
      {mode === 'set' && <p>{t('who.set')}</p>}
      {mode === 'removed' && <p>{t('who.removed')}</p>}
      {mode === 'set' && toButton('who.change', true, null)}
      {mode === 'set' && toButton('who.remove', false, '')}
      {mode !== 'set' && hasPassword && toButton('who.keep', false, null)}
    </div>
  );
}

function findMode(hasPassword: boolean, password: string | null, isChanging: boolean) {
  if (!hasPassword) return 'typed';
  if (password === '') return 'removed';
  return password === null && !isChanging ? 'set' : 'typed';
}

/** Says how strong a typed password is; null or empty says nothing. */
function StrengthNote({ password }: { readonly password: string | null }) {
  const isTyped = password !== null && password !== '';
  return (
    <output className="routing-strength">
      {isTyped && t(`who.strength.${rateLinkPassword(password)}`)}
    </output>
  );
}
