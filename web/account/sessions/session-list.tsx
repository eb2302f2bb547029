import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { runAction } from '../parts/run-action.ts';
import { t, toCounted } from '../../language.ts';
import { LoadState } from '../parts/load-state.tsx';
import { When } from '../../parts/when.tsx';
import { Section } from '../parts/section.tsx';
import { sessionsQuery, useEndSessions, type Session } from './sessions.api.ts';
import './sessions.css';

interface SessionListProps {
  /** Undefined: one's own. */
  readonly account?: number;
}

/** Where an account is logged in. */
export function SessionList({ account }: SessionListProps) {
  const query = useQuery(sessionsQuery(account));
  const { data: sessions } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useEnding(account, () => heading.current?.focus());
  const others = sessions?.filter((session) => session.is_this === 0) ?? [];
  return (
    <Section
      title={t('sessions.title')}
      headingRef={heading}
      className="sessions"
      action={
        others.length > 1 && (
          <Button variant="default" size="xs" onClick={() => void end.others(others.length)}>
            {t(account === undefined ? 'sessions.end.others' : 'sessions.end.all')}
          </Button>
        )
      }
    >
      <LoadState query={query} loading="sessions.loading" failed="sessions.failed" />
      {sessions?.length === 0 && <p className="muted">{t('sessions.none')}</p>}
      <ul className="sessions-list rows">
        {sessions?.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => void end.one(session)} />
        ))}
      </ul>
    </Section>
  );
}

function useEnding(account: number | undefined, onEnded: () => void) {
  const { mutateAsync } = useEndSessions(account);
  const toAction = (request: Parameters<typeof mutateAsync>[0]) => ({
    run: () => mutateAsync(request),
    done: (ended: number) => t('sessions.ended', toCounted(ended)),
    failed: 'sessions.end.failed' as const,
    onDone: onEnded,
  });
  return {
    one: (session: Session) => runAction(toAction({ ids: [session.id] })),
    others: (count: number) =>
      runAction({
        ...toAction({ others: 1 }),
        question: {
          title: t('sessions.end.title', toCounted(count)),
          content: t('sessions.end.text'),
          yes: t('sessions.end.yes', toCounted(count)),
          isDangerous: true,
        },
      }),
  };
}

interface SessionItemProps {
  readonly session: Session;
  readonly onEnd: () => void;
}

function SessionItem({ session, onEnd }: SessionItemProps) {
  const { browser, system, network, way, created_at: since, seen_at: seen } = session;
  const isThis = session.is_this === 1;
  const names = [browser, system].filter((name) => name !== '');
  const device = names.length === 0 ? t('sessions.unknown') : names.join(', ');
  return (
    <li className="sessions-item split-row">
      <div>
        <Box component="p" fw={500}>
          {device}{' '}
          {isThis && (
            <Box component="span" className="note" ml="0.375rem" c="var(--brisk-good)">
              {t('sessions.this')}
            </Box>
          )}
        </Box>
        <p className="note">
          {t(`sessions.way.${way}`)}
          {network !== '' && (
            <>
              {' · '}
              <span className="mono">{network}</span>
            </>
          )}
          {since > 0 && (
            <>
              {' · '}
              <When at={since} phrase="sessions.since" />
            </>
          )}
          {seen > 0 && !isThis && (
            <>
              {' · '}
              <When at={seen} phrase="sessions.seen" />
            </>
          )}
        </p>
      </div>
      {!isThis && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('sessions.end.of', { device })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
