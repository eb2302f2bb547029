import { Link } from '@tanstack/react-router';
import { t } from '../language.ts';

/** Says that creating links takes a login, and leads to it. */
export function LoginFirst() {
  return (
    <>
      {t('login.first')}{' '}
      <Link to="/login" className="home-login">
        {t('nav.login')}
      </Link>
    </>
  );
}
