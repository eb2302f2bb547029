import { Button, PasswordInput } from '@mantine/core';
import { t as common } from '../language.ts';
import { readToken, useIsLogin } from '../session.ts';
import { t } from './docs-text.ts';

interface TokenFieldProps {
  readonly token: string;
  readonly onChange: (token: string) => void;
}

/** The token of the form's calls. It uses this browser's login only on request. */
export function TokenField({ token, onChange }: TokenFieldProps) {
  const isLogin = useIsLogin();
  const isOwn = isLogin && token === readToken();
  return (
    <div className="docs-token">
      <PasswordInput
        label={t('docs.token')}
        description={isOwn ? t('docs.token.used') : t('docs.token.help')}
        inputWrapperOrder={['label', 'input', 'description']}
        classNames={{ innerInput: 'mono' }}
        placeholder="sk-…"
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': common('password.toggle'), tabIndex: 0 }}
        value={token}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
      {isLogin && !isOwn && (
        <Button variant="default" onClick={() => onChange(readToken() ?? '')}>
          {t('docs.token.login')}
        </Button>
      )}
    </div>
  );
}
