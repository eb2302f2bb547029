import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { DomainState } from './domain-state.tsx';
import { checkQuery, type AddedDomain, type Domain } from './domains.api.ts';
import { toHostName } from './host-name.ts';
import { SetUp } from './set-up.tsx';
import { TargetsForm } from './targets-form.tsx';

const LOOPS_SHOWN = 5;

interface DomainItemProps {
  readonly domain: Domain;
  /** All further domains. */
  readonly hosts: readonly string[];
  /** Null: an earlier visit added the domain. */
  readonly added: AddedDomain | null;
  readonly onDelete: (domain: Domain) => void;
}

export function DomainItem({ domain, hosts, added, onDelete }: DomainItemProps) {
  const { host } = domain;
  const isNew = added !== null;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const check = useQuery({ ...checkQuery(host), ...(isNew && { enabled: true }) });
  const name = toHostName(host);
  return (
    <li className="domain" aria-labelledby={headingId}>
      <div className="domain-head">
        <h2 id={headingId} ref={heading} className="domain-name mono" tabIndex={-1}>
          {name}
        </h2>
        <DomainLinks domain={domain} />
        <div className="domain-tools">
          <Button
            variant="default"
            size="xs"
            // `disabled` would lose the focus.
            aria-busy={check.isFetching}
            aria-label={t('domains.check.of', { host: name })}
            onClick={() => void check.refetch({ cancelRefetch: false })}
          >
            {t('domains.check')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="2rem"
            aria-label={t('domains.delete.of', { host: name })}
            title={t('domains.delete')}
            onClick={() => onDelete(domain)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <DomainState check={check} />
      <LoopsNote added={added} />
      <details className="domain-more" open={isNew}>
        <summary>{t('domains.setup')}</summary>
        <SetUp host={host} hosts={hosts} />
      </details>
      <details className="domain-more">
        <summary>{t('domains.targets')}</summary>
        <TargetsForm domain={domain} />
      </details>
    </li>
  );
}

function LoopsNote({ added }: Pick<DomainItemProps, 'added'>) {
  if (added === null || added.loops_total === 0) return null;
  const { host, loops, loops_total: count } = added;
  const codes = loops.slice(0, LOOPS_SHOWN).map(({ short_url: code }) => code);
  if (count > codes.length) codes.push('…');
  return (
    <p className="domain-advice">
      {t('domains.loops', {
        count,
        shown: formatNumber(count, locale),
        host: toHostName(host),
        codes: codes.join(', '),
      })}
    </p>
  );
}

function DomainLinks({ domain: { host, links } }: Pick<DomainItemProps, 'domain'>) {
  const name = toHostName(host);
  return (
    <div className="domain-links">
      <Link to="/admin/$name" params={{ name: 'list' }} search={{ domain: host }}>
        {t('domains.links', { count: links, shown: formatNumber(links, locale) })}
        <span className="visually-hidden"> {t('domains.links.of', { host: name })}</span>
      </Link>
      <Link to="/admin/$name" params={{ name: 'stats' }} search={{ domain: host }}>
        {t('domains.statistics')}
        <span className="visually-hidden"> {t('domains.links.of', { host: name })}</span>
      </Link>
    </div>
  );
}
