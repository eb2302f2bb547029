import { Skeleton, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useId, useState, type ReactNode } from 'react';
import { t, toCounted } from '../../language.ts';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { rootOf } from '../form/faults.ts';
import { toCount, toInstant } from '../form/typed-instant.ts';
import { useOpenParts } from '../form/use-open-parts.ts';
import { findEnd, toExpiry } from '../form/validity.ts';
import { formatInstant, joinParts } from './formats.ts';
import type { RoutingForm, SectionName, SectionProps } from './routing-fields.ts';
import './routing.css';

const SectionFields = lazy(async () => ({
  default: (await import('./section-fields.tsx')).SectionFields,
}));

/** A section: its fields, and what it says when it is closed. */
interface Section {
  readonly fields: readonly string[];
  /** What is set, in one line; `''` = nothing. */
  readonly summarize: (form: RoutingForm) => string;
}

const sections: Readonly<Record<SectionName, Section>> = {
  where: {
    fields: ['rules', 'redirect_status', 'forward_query', 'forward_path'],
    summarize: ({ values }) =>
      joinParts([
        values.rules.length === 0
          ? t('section.plain.where')
          : t('where.rules', { count: values.rules.length }),
        values.forward_query && t('where.sum.query'),
        values.forward_path && t('where.sum.path'),
        values.redirect_status !== 302 && t('where.sum.status', { status: values.redirect_status }),
      ]),
  },
  when: {
    fields: ['expires_at', 'starts_at', 'max_clicks', 'fallback_url'],
    summarize: ({ values: { expires_at, starts_at, max_clicks, fallback_url: url } }) => {
      const [start, clicks] = [toInstant(starts_at) ?? 0, toCount(max_clicks) ?? 0];
      const end = findEnd(toExpiry(expires_at) ?? { expires_at: toInstant(expires_at.until) ?? 0 });
      return joinParts([
        start !== 0 && t('rule.from', { from: formatInstant(start) }),
        end !== 0 && t('rule.until', { until: formatInstant(end) }),
        clicks !== 0 && t('when.sum.clicks', toCounted(clicks)),
        url !== '' && t('when.sum.fallback', { target: toReadableAddress(url) }),
      ]);
    },
  },
  who: {
    fields: ['password'],
    summarize: ({ values: { password }, link }) => {
      const isSet = password === null ? link?.has_password === true : password !== '';
      return isSet ? t('who.sum.password') : '';
    },
  },
  looks: {
    fields: ['social'],
    summarize: ({ values: { social } }) => {
      const { title, description, image } = social;
      if (title !== '') return t('looks.sum.title', { title });
      return description + image === '' ? '' : t('add.part.social');
    },
  },
  apps: {
    fields: ['in_app'],
    summarize: ({ values }) => (values.in_app === 'ask' ? t('apps.sum.ask') : ''),
  },
  statistics: {
    fields: ['is_count_only', 'shows_numbers'],
    summarize: ({ values: { is_count_only, shows_numbers } }) =>
      joinParts([
        is_count_only && t('statistics.sum.count.only'),
        shows_numbers && t('statistics.sum.public'),
      ]),
  },
  try: { fields: [], summarize: () => '' },
};

const sectionNames = Object.keys(sections) as readonly SectionName[];

/** The part that folds all sections without a setting. */
const MORE = 'more';

/**
 * The settings beside address and details. What was set when the page opened stands open; the rest
 * is folded into one part, of which the hash of the address can open a section.
 */
export function RoutingSections({ form }: Pick<SectionProps, 'form'>) {
  const [tried, setTried] = useState<string | null>(null);
  const [set] = useState(() => sectionNames.filter((name) => hasSetting(name, form)));
  const rest = sectionNames.filter((name) => !set.includes(name));
  const wrong = new Set(Object.keys(form.errors).map(rootOf));
  const isFailing = (name: SectionName) => sections[name].fields.some((field) => wrong.has(field));
  const failing = sectionNames.filter(isFailing);
  const { hash } = useLocation();
  const parts = useOpenParts(rest.some(isFailing) ? [...failing, MORE] : failing, form.refusals, [
    ...set,
    hash,
    rest.some((name) => name === hash) ? MORE : '',
  ]);
  useEffect(() => {
    if (hash in sections) document.querySelector(`[data-section=${hash}]`)?.scrollIntoView();
  }, [hash]);
  const show = (name: SectionName) => (
    <FoldedSection
      key={name}
      name={name}
      summary={summarizeSection(name, form)}
      isPlain={!hasSetting(name, form)}
      isOpen={parts.isOpen(name)}
      onToggle={() => parts.toggle(name)}
    >
      <Suspense fallback={<Skeleton height={120} />}>
        <SectionFields name={name} form={form} tried={tried} onTried={setTried} />
      </Suspense>
    </FoldedSection>
  );
  return (
    <>
      {set.map(show)}
      <FoldedSection
        name={MORE}
        summary={rest.map((name) => t(`section.${name}`)).join(' · ')}
        isPlain
        isOpen={parts.isOpen(MORE)}
        onToggle={() => parts.toggle(MORE)}
      />
      {parts.isOpen(MORE) && rest.map(show)}
    </>
  );
}

function summarizeSection(name: SectionName, form: RoutingForm): string {
  return sections[name].summarize(form) || t(`section.plain.${name}`);
}

function hasSetting(name: SectionName, form: RoutingForm): boolean {
  return summarizeSection(name, form) !== t(`section.plain.${name}`);
}

interface FoldedSectionProps {
  readonly name: SectionName | typeof MORE;
  readonly summary: string;
  /** True: nothing is set. */
  readonly isPlain: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Undefined: it opens sections below. */
  readonly children?: ReactNode;
}

/** A section of the settings that opens on a press. Closed, it shows what is set. */
function FoldedSection(props: FoldedSectionProps) {
  const { name, summary, isPlain, isOpen, onToggle, children } = props;
  const id = useId();
  const hasFields = isOpen && children !== undefined;
  return (
    <section className="routing-section" aria-labelledby={id} data-section={name}>
      <div className="routing-head">
        <h2 id={id} className="section-title">
          <button
            type="button"
            className="routing-toggle"
            aria-expanded={isOpen}
            aria-controls={hasFields ? `${id}-fields` : undefined}
            aria-describedby={`${id}-summary`}
            onClick={onToggle}
          >
            {t(`section.${name}`)}
          </button>
        </h2>
        <p id={`${id}-summary`} className={`routing-summary anywhere ${isPlain ? 'muted' : ''}`}>
          {summary}
        </p>
        <IconChevronDown className="routing-chevron muted" size={18} aria-hidden />
      </div>
      {hasFields && (
        <Stack id={`${id}-fields`} className="routing-fields" gap="1.25rem" pt="0.5rem" pb="2rem">
          {children}
        </Stack>
      )}
    </section>
  );
}
