import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hasRight, type Right, type Role } from '../../../../contracts/access.constants.ts';
import { useAppInfo } from '../../../app-info.ts';
import { runAction } from '../../parts/run-action.ts';
import { t } from '../../../language.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
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
    <Section
      title={t('tokens.title')}
      headingRef={heading}
      className="named-tokens"
      action={
        <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
          {t('tokens.new')}
        </Button>
      }
    >
      <p className="note">{t('tokens.about')}</p>
      <LoadState query={query} loading="token.loading" failed="tokens.failed" />
      {tokens?.length === 0 && (
        <Box component="p" c="dimmed" mt="1rem">
          {t('tokens.empty')}
        </Box>
      )}
      <ul className="named-tokens-list rows">
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
    </Section>
  );
}

function useEnding(account: number | undefined, onEnded: () => void) {
  const { mutateAsync } = useEndToken(account);
  return ({ id, name }: NamedToken) =>
    runAction({
      question: {
        title: t('tokens.end.title', { name }),
        content: t('tokens.end.text'),
        yes: t('tokens.end.of', { name }),
        isDangerous: true,
      },
      run: () => mutateAsync(id),
      done: () => t('tokens.ended', { name }),
      failed: 'tokens.end.failed',
      onDone: onEnded,
    });
}
