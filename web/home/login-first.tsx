import { Link } from '@tanstack/react-router';
import { t } from '../language.ts';

/** Explains that only a login can create links, and links to the login page. */
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
