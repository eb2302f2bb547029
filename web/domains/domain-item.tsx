import { Box, Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { t, toCounted } from '../language.ts';
import { checkQuery, type AddedDomain, type Domain, type DomainCheck } from './domains.api.ts';
import { toHostName } from './host-name.ts';
import { SetUp } from './set-up.tsx';
import { TargetsForm } from './targets-form.tsx';
import { IconAction } from '../ui/icon-action.tsx';
import { explainFailure } from '../failure.ts';
import { describeCheck } from './describe-check.ts';

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
      <Group gap="0.25rem 1rem">
        <h2
          id={headingId}
          ref={heading}
          className="domain-name anywhere mono section-title"
          tabIndex={-1}
        >
          {name}
        </h2>
        <DomainLinks domain={domain} />
        <Group gap="0.5rem" ml="auto">
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
          <IconAction
            size="2rem"
            label={t('domains.delete.of', { host: name })}
            title={t('domains.delete')}
            onClick={() => onDelete(domain)}
          >
            <IconTrash size={18} aria-hidden />
          </IconAction>
        </Group>
      </Group>
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
    <Box component="p" className="domain-advice" c="dimmed" maw="44rem">
      {t('domains.loops', {
        ...toCounted(count),
        host: toHostName(host),
        codes: codes.join(', '),
      })}
    </Box>
  );
}

function DomainLinks({ domain: { host, links } }: Pick<DomainItemProps, 'domain'>) {
  const name = toHostName(host);
  return (
    <Group gap="md" wrap="nowrap" align="stretch" className="domain-links">
      <Link to="/admin/$name" params={{ name: 'list' }} search={{ domain: host }}>
        {t('tags.links', toCounted(links))}
        <span className="visually-hidden"> {t('domains.links.of', { host: name })}</span>
      </Link>
      <Link to="/admin/$name" params={{ name: 'stats' }} search={{ domain: host }}>
        {t('links.stats.action')}
        <span className="visually-hidden"> {t('domains.links.of', { host: name })}</span>
      </Link>
    </Group>
  );
}

/** Says whether a domain reaches this site, and what to do if it does not. */
function DomainState({ check }: { readonly check: UseQueryResult<DomainCheck> }) {
  return (
    <Group
      component="output"
      align="baseline"
      gap="0.25rem 0.75rem"
      mih="1.5rem"
      mt="0.25rem"
      mb="0.5rem"
    >
      <StateText {...check} />
    </Group>
  );
}

function StateText({ data, error, isFetching }: UseQueryResult<DomainCheck>) {
  if (isFetching) return <span className="muted">{t('domains.checking')}</span>;
  if (error !== null) {
    return <Mark tone="bad" label={explainFailure(error, 'domains.check.failed')} />;
  }
  if (data === undefined) return <span className="muted">{t('domains.unchecked')}</span>;
  const { label, advice, tone } = describeCheck(data, location.protocol === 'https:');
  return (
    <>
      <Mark tone={tone} label={t(label)} />
      {advice !== null && (
        <Box component="span" className="domain-advice" c="dimmed" maw="44rem">
          {t(advice)}
          {data.reason !== '' && (
            <Box component="code" className="domain-reason mono" ml="0.5rem" fz="xs">
              {data.reason}
            </Box>
          )}
        </Box>
      )}
    </>
  );
}

function Mark({ tone, label }: { readonly tone: string; readonly label: string }) {
  return (
    <Box component="span" fw={600} data-tone={tone}>
      {label}
    </Box>
  );
}
