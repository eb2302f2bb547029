import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAppInfo } from '../../app-info.ts';
import { ApiError } from '../../api.ts';
import { LoadFailure } from '../../failure-notice.tsx';
import { PublicFrame } from '../../frame/public-frame.tsx';
import { t } from '../../language.ts';
import { endSession, useIsLogin } from '../../session.ts';
import { Notice } from '../../ui/notice.tsx';
import { useDocumentTitle } from '../../use-document-title.ts';
import { useLogout } from '../../account/account.api.ts';
import { clearReturned, readReturned, type Returned } from '../../account/sso/sso-round.ts';
import { JoinForm } from './join-form.tsx';
import { linkQuery } from './join.api.ts';
import { useSecret } from './use-secret.ts';
import '../../account/account-form.css';

/** Where a one-time link leads: an invitation, a new password, or a login. */
export function JoinPage() {
  useDocumentTitle(t('people.link'));
  const [returned] = useState(() => readReturned(['join']));
  const secret = useSecret(returned?.fields['secret'] ?? '');
  useEffect(() => {
    if (returned !== null) clearReturned();
  }, [returned]);
  return (
    <PublicFrame>
      <div className="account">
        {secret === '' ? (
          <Notice isPage title={t('join.missing')} text={t('join.missing.text')} />
        ) : (
          <LinkContent key={secret} secret={secret} returned={returned} />
        )}
      </div>
    </PublicFrame>
  );
}

interface LinkContentProps {
  readonly secret: string;
  readonly returned: Returned | null;
}

function LinkContent({ secret, returned }: LinkContentProps) {
  const query = useQuery(linkQuery(secret));
  const isLogin = useIsLogin();
  // The login that the link begins is none of another account.
  const [isOther, setIsOther] = useState(isLogin);
  if (isOther && !isLogin) setIsOther(false);
  const { data: facts, error, isPending } = query;
  if (isPending) return <output>{t('join.loading')}</output>;
  if (error instanceof ApiError && isRefused(error)) {
    return (
      <Notice
        isPage
        title={t('join.invalid')}
        text={t('invitation.invalid')}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/login" {...props} />}>
            {t('login.go')}
          </Button>
        }
      />
    );
  }
  if (facts === undefined) return <LoadFailure isPage title={t('join.failed')} query={query} />;
  if (isOther) return <OtherLogin />;
  const onRefused = () => void query.refetch();
  return <JoinForm secret={secret} facts={facts} returned={returned} onRefused={onRefused} />;
}

/** A text that is no link at all is refused as a field. */
function isRefused({ key, issues }: ApiError): boolean {
  return key === 'invitation.invalid' || issues.some((issue) => issue.key === 'invitation.invalid');
}

/** The link would replace the login of this browser. */
function OtherLogin() {
  const name = useAppInfo().data?.username;
  const { mutate, isPending } = useLogout();
  if (name === undefined) return <output>{t('join.loading')}</output>;
  return (
    <>
      <Notice isPage title={t('join.other', { name })} text={t('join.other.text')} />
      <Button
        fullWidth
        size="md"
        disabled={isPending}
        onClick={() => mutate(undefined, { onSettled: () => endSession() })}
      >
        {t('join.other.leave')}
      </Button>
      <Button
        fullWidth
        size="md"
        mt="sm"
        variant="subtle"
        renderRoot={(props) => <Link to="/admin" {...props} />}
      >
        {t('join.other.stay', { name })}
      </Button>
    </>
  );
}
