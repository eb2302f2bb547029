import { useEffect, useState } from 'react';
import { useStoredFields } from '../../form/stored-fields.ts';

/**
 * The secret of a one-time link, which leaves the address bar. Another language keeps it, and so
 * does the way to the provider of single sign-on and back: then it is `kept`.
 */
export function useSecret(kept: string): string {
  const [secret, setSecret] = useState(() => readSecret() || kept);
  useStoredFields('join', { secret }, (stored) => setSecret(stored.secret));
  useEffect(() => {
    const takeSecret = () => {
      const found = readSecret();
      if (found === '') return;
      setSecret(found);
      history.replaceState(history.state, '', location.pathname);
    };
    takeSecret();
    window.addEventListener('hashchange', takeSecret);
    return () => window.removeEventListener('hashchange', takeSecret);
  }, []);
  return secret;
}

/** Single sign-on comes back with other fragments. */
const readSecret = () => (/^#(?:no-)?sso-/.test(location.hash) ? '' : location.hash.slice(1));
