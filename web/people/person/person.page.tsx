import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { SessionList } from '../../account/sessions/session-list.tsx';
import { NamedTokens } from '../../account/token/named/named-tokens.tsx';
import { useAppInfo, type AppInfo } from '../../app-info.ts';
import { LoadFailure } from '../../failure-notice.tsx';
import { t, toCounted } from '../../language.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../account/parts/section.tsx';
import { useDocumentTitle } from '../../use-document-title.ts';
import { LastSeen } from '../account-list.tsx';
import { accountsQuery, mayManage, type Account } from '../people.api.ts';
import { AccessSection } from './access-section.tsx';
import { RoleSection } from './role-section.tsx';
import '../people.css';

/** One account, as those see it who manage accounts. */
export function PersonPage() {
  const { id } = useParams({ from: '/admin/people/$id' });
  const info = useAppInfo().data;
  const query = useQuery(accountsQuery);
  const account = query.data?.find((one) => String(one.id) === id);
  useDocumentTitle(account?.username ?? t('people.title'));
  if (query.data === undefined && query.isError) {
    return <LoadFailure isPage title={t('people.failed')} query={query} />;
  }
  if (query.data === undefined || info === undefined) {
    return <Skeleton height={320} maw={672} aria-label={t('people.loading')} />;
  }
  if (account === undefined) {
    return <Notice isPage title={t('account.not.found')} action={<BackLink />} />;
  }
  return <Person key={account.id} account={account} info={info} />;
}

function BackLink() {
  return (
    <Link to="/admin/$name" params={{ name: 'people' }} search={{}} className="people-back">
      {t('people.back')}
    </Link>
  );
}

interface PersonProps {
  readonly account: Account;
  readonly info: AppInfo;
}

function Person({ account, info }: PersonProps) {
  const isMe = account.id === info.id;
  const isManaged = mayManage(info, account);
  const isService = account.kind === 'service';
  return (
    <div className="people">
      <BackLink />
      <PageHead title={account.username} note={isService ? t('people.service') : account.email} />
      <p>
        <LastSeen account={account} />
        <span className="muted"> · {t('tags.links', toCounted(account.links))}</span>
      </p>
      {account.is_active === 0 && <p className="people-warning">{t('people.disabled.about')}</p>}
      {isManaged && account.is_ruled_by_sso === 0 ? (
        <RoleSection account={account} info={info} />
      ) : (
        <Section title={t(`role.${account.role}`)} className="people-section">
          <p className="muted">{t(`role.${account.role}.about`)}</p>
          <p className="muted">
            {t(explainFixed({ isMe, isManaged }))}{' '}
            {isMe && (
              <Link to="/admin/$name" params={{ name: 'account' }} search={{}}>
                {t('people.own.link')}
              </Link>
            )}
          </p>
        </Section>
      )}
      {isManaged && isService && <NamedTokens service={account} />}
      {isManaged && !isService && <SessionList account={account.id} />}
      {isManaged && <AccessSection account={account} info={info} />}
    </div>
  );
}

/** Why the role cannot be changed here. */
function explainFixed({
  isMe,
  isManaged,
}: {
  readonly isMe: boolean;
  readonly isManaged: boolean;
}) {
  if (isMe) return 'people.own';
  return isManaged ? 'people.role.sso' : 'people.owners.only';
}
