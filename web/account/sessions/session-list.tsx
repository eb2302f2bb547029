import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { explainFailure } from '../../failure.ts';
import { LoadFailure } from '../../failure-notice.tsx';
import { confirm } from '../../form/confirm.tsx';
import { locale, t, toCounted } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { Instant } from '../../ui/text/instant.tsx';
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
    <section aria-labelledby="sessions" className="sessions">
      <Group justify="space-between" gap="sm">
        <h2 id="sessions" ref={heading} tabIndex={-1} className="section-title">
          {t('sessions.title')}
        </h2>
        {others.length > 1 && (
          <Button variant="default" size="xs" onClick={() => void end.others(others.length)}>
            {t(account === undefined ? 'sessions.end.others' : 'sessions.end.all')}
          </Button>
        )}
      </Group>
      {query.isPending && <Skeleton height={88} mt="md" aria-label={t('sessions.loading')} />}
      {sessions === undefined && query.isError && (
        <LoadFailure title={t('sessions.failed')} query={query} variant="default" />
      )}
      {sessions?.length === 0 && <p className="muted">{t('sessions.none')}</p>}
      <ul className="sessions-list">
        {sessions?.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => void end.one(session)} />
        ))}
      </ul>
    </section>
  );
}

function useEnding(account: number | undefined, onEnded: () => void) {
  const { mutateAsync } = useEndSessions(account);
  const run = async (request: Parameters<typeof mutateAsync>[0]) => {
    try {
      const ended = await mutateAsync(request);
      toast('success', t('sessions.ended', toCounted(ended)));
      onEnded();
    } catch (error) {
      toast('error', explainFailure(error, 'sessions.end.failed'));
    }
  };
  return {
    one: (session: Session) => run({ ids: [session.id] }),
    others: async (count: number) => {
      const isYes = await confirm({
        title: t('sessions.end.title', toCounted(count)),
        content: t('sessions.end.text'),
        yes: t('sessions.end.yes', toCounted(count)),
        isDangerous: true,
      });
      if (isYes) await run({ others: 1 });
    },
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
    <li className="sessions-item">
      <div>
        <p className="sessions-device">
          {device} {isThis && <span className="sessions-this note">{t('sessions.this')}</span>}
        </p>
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

interface WhenProps {
  readonly at: number;
  readonly phrase: 'sessions.since' | 'sessions.seen';
}

function When({ at, phrase }: WhenProps) {
  return (
    <Instant
      at={at}
      locale={locale}
      justNow={t('just.now')}
      format={(when) => t(phrase, { when })}
    />
  );
}
