import { Box, Button } from '@mantine/core';
import { t, toCounted } from '../../../language.ts';
import { When } from '../../../parts/when.tsx';
import type { NamedToken } from './tokens.api.ts';

interface TokenItemProps {
  readonly token: NamedToken;
  readonly onEnd: () => void;
}

export function TokenItem({ token, onEnd }: TokenItemProps) {
  const { name, scopes, expires_at: until, per_minute: perMinute } = token;
  const isOver = hasPassed(until);
  return (
    <li className="named-token split-row">
      <div className="anywhere">
        <Box component="p" fw={600}>
          {name}
        </Box>
        <p>{scopes.map((scope) => t(`scope.${scope}`)).join(' · ')}</p>
        <p className="note" data-tone={isOver ? 'bad' : undefined}>
          {until === 0 ? (
            t('tokens.no.end')
          ) : (
            <When at={until} phrase={isOver ? 'tokens.over' : 'tokens.until'} />
          )}
          {perMinute > 0 && ` · ${t('tokens.limit', toCounted(perMinute))}`}
          {' · '}
          {token.used_at === 0 ? (
            t('tokens.unused')
          ) : (
            <When at={token.used_at} phrase="tokens.used" />
          )}
          {token.used_network !== '' && (
            <>
              {' · '}
              <span className="mono">{token.used_network}</span>
            </>
          )}
        </p>
      </div>
      <Button variant="default" size="xs" aria-label={t('tokens.end.of', { name })} onClick={onEnd}>
        {t('tokens.end')}
      </Button>
    </li>
  );
}

/** 0 = never. */
function hasPassed(until: number): boolean {
  return until > 0 && until <= Date.now() / 1000;
}
