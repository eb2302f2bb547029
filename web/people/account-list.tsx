import { Link } from '@tanstack/react-router';
import { t, toCounted } from '../language.ts';
import { When } from '../parts/when.tsx';
import type { Account } from './people.api.ts';

interface AccountListProps {
  readonly accounts: readonly Account[];
  /** The account that is logged in. */
  readonly me: number;
}

export function AccountList({ accounts, me }: AccountListProps) {
  return (
    <ul className="people-list rows" aria-label={t('people.title')}>
      {accounts.map((account) => (
        <li key={account.id} className="people-row">
          <div className="people-who">
            <Link
              className="people-name"
              to="/admin/people/$id"
              params={{ id: String(account.id) }}
              search={{}}
            >
              {account.username}
            </Link>
            <Marks account={account} isMe={account.id === me} />
            {account.email !== '' && <p className="note cut">{account.email}</p>}
          </div>
          <span>{t(`role.${account.role}`)}</span>
          <span className="people-links muted">{t('tags.links', toCounted(account.links))}</span>
          <LastSeen account={account} />
        </li>
      ))}
    </ul>
  );
}

function Marks({ account, isMe }: { readonly account: Account; readonly isMe: boolean }) {
  const marks = [
    isMe && t('people.you'),
    account.kind === 'service' && t('people.service'),
    account.is_active === 0 && t('people.disabled'),
    account.factors.length > 0 && t('people.factor'),
  ].filter((mark) => mark !== false);
  return marks.map((mark) => (
    <span key={mark} className="people-mark note">
      {mark}
    </span>
  ));
}

export function LastSeen({ account }: { readonly account: Account }) {
  if (account.kind === 'service') return <span className="muted">{t('people.no.login')}</span>;
  if (account.last_login_at === 0) return <span className="muted">{t('people.never')}</span>;
  return (
    <span className="muted">
      <When at={account.last_login_at} phrase="people.last.login" />
    </span>
  );
}
