import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hasRight, type Right, type Role } from '../../../../contracts/access.constants.ts';
import { useAppInfo } from '../../../app-info.ts';
import { explainFailure } from '../../../failure.ts';
import { LoadFailure } from '../../../failure-notice.tsx';
import { confirm } from '../../../form/confirm.tsx';
import { t } from '../../../language.ts';
import { toast } from '../../../toast.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenItem } from './token-item.tsx';
import { namedTokensQuery, useEndToken, type NamedToken } from './tokens.api.ts';
import './named-tokens.css';

interface NamedTokensProps {
  /** A service of the site; undefined: one's own account. */
  readonly service?: { readonly id: number; readonly role: Role };
}

/** Tokens of which each may do a few things, for a time. */
export function NamedTokens({ service }: NamedTokensProps) {
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(namedTokensQuery(service?.id));
  const { data: tokens } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useEnding(service?.id, () => heading.current?.focus());
  const own = useAppInfo().data?.may;
  const may = (right: Right) =>
    service === undefined
      ? (own?.includes(right) ?? false)
      : hasRight({ role: service.role, seesAll: false }, right);
  return (
    <section aria-labelledby="named-tokens" className="named-tokens">
      <Group justify="space-between" gap="sm">
        <h2 id="named-tokens" ref={heading} tabIndex={-1} className="section-title">
          {t('tokens.title')}
        </h2>
        <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
          {t('tokens.new')}
        </Button>
      </Group>
      <p className="note">{t('tokens.about')}</p>
      {query.isPending && <Skeleton height={88} mt="md" aria-label={t('token.loading')} />}
      {tokens === undefined && query.isError && (
        <LoadFailure title={t('tokens.failed')} query={query} variant="default" />
      )}
      {tokens?.length === 0 && <p className="named-tokens-empty">{t('tokens.empty')}</p>}
      <ul className="named-tokens-list">
        {tokens?.map((token) => (
          <TokenItem key={token.id} token={token} onEnd={() => void end(token)} />
        ))}
      </ul>
      <NewTokenDialog
        account={service?.id}
        may={may}
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
      />
    </section>
  );
}

function useEnding(account: number | undefined, onEnded: () => void) {
  const { mutateAsync } = useEndToken(account);
  return async ({ id, name }: NamedToken) => {
    const isYes = await confirm({
      title: t('tokens.end.title', { name }),
      content: t('tokens.end.text'),
      yes: t('tokens.end.of', { name }),
      isDangerous: true,
    });
    if (!isYes) return;
    try {
      await mutateAsync(id);
      toast('success', t('tokens.ended', { name }));
      onEnded();
    } catch (error) {
      toast('error', explainFailure(error, 'tokens.end.failed'));
    }
  };
}
