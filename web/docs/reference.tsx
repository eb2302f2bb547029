import { Button, TextInput, PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t as common } from '../language.ts';
import { Notice } from '../ui/notice.tsx';
import { CallSection } from './call-section.tsx';
import { findCalls, groupCalls } from './found-calls.ts';
import { t } from './docs-text.ts';
import { referenceQuery } from './reference.api.ts';
import { readToken, useIsLogin } from '../session.ts';

export function Reference() {
  const { data, isError, refetch } = useQuery(referenceQuery);
  const [token, setToken] = useState('');
  const [keyword, setKeyword] = useState('');
  if (isError) {
    return (
      <Notice
        isFailure
        title={t('docs.reference.failed')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    );
  }
  if (data === undefined) return <p className="muted">{t('docs.reference.loading')}</p>;
  const groups = groupCalls(findCalls(data, keyword));
  return (
    <>
      <p>{t('docs.reference.text')}</p>
      <TokenField token={token} onChange={setToken} />
      <TextInput
        type="search"
        label={t('docs.search')}
        autoComplete="off"
        spellCheck={false}
        value={keyword}
        onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
      />
      <p aria-live="polite" className="muted">
        {groups.length === 0 && t('docs.search.none')}
      </p>
      {groups.map(({ tag, calls }) => (
        <section key={tag} id={`reference-${tag}`}>
          <h3>{t(`docs.tag.${tag}`)}</h3>
          {calls.map((call) => (
            <CallSection key={call.id} call={call} token={token} />
          ))}
        </section>
      ))}
    </>
  );
}

interface TokenFieldProps {
  readonly token: string;
  readonly onChange: (token: string) => void;
}

/** The token of the form's calls. It uses this browser's login only on request. */
function TokenField({ token, onChange }: TokenFieldProps) {
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
