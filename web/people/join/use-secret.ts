import { useEffect, useState } from 'react';
import { useStoredFields } from '../../form/stored-fields.ts';

/** The secret of a one-time link, which leaves the address bar. Another language keeps it. */
export function useSecret(): string {
  const [secret, setSecret] = useState(readSecret);
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

const readSecret = () => location.hash.slice(1);
