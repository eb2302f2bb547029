import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../language.ts';
import { loginWaysQuery } from '../factors/factors.api.ts';
import { beginRound } from './sso-round.ts';

/** Leaves for the provider to confirm the login, and comes back to the page. */
export function ConfirmButton({ page }: { readonly page: string }) {
  const provider = useQuery(loginWaysQuery).data?.sso[0];
  if (provider === undefined) return null;
  return (
    <Button
      variant="default"
      fullWidth
      onClick={() => beginRound(provider.id, 'confirm', { page })}
    >
      {t('sso.login', { name: provider.name })}
    </Button>
  );
}
