import { Skeleton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { t, type TextKey, toCounted } from '../../language.ts';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { rootOf } from '../form/faults.ts';
import { toCount, toInstant } from '../form/typed-instant.ts';
import { useOpenParts } from '../form/use-open-parts.ts';
import { formatInstant, joinParts } from './formats.ts';
import type { RoutingForm, SectionName, SectionProps, Tried } from './routing-fields.ts';
import './routing.css';

const SectionFields = lazy(async () => ({
  default: (await import('./section-fields.tsx')).SectionFields,
}));

/** A section: its fields, and what it says when it is closed. */
interface Section {
  readonly fields: readonly string[];
  /** What it says when nothing is set. */
  readonly plain: TextKey;
  /** What is set, in one line; `''` = nothing. */
  readonly summarize: (form: RoutingForm) => string;
}

const sections: Readonly<Record<SectionName, Section>> = {
  where: {
    fields: ['rules', 'redirect_status', 'forward_query', 'forward_path'],
    plain: 'where.always',
    summarize: ({ values }) =>
      joinParts([
        values.rules.length === 0
          ? t('where.always')
          : t('where.rules', { count: values.rules.length }),
        values.forward_query && t('where.sum.query'),
        values.forward_path && t('where.sum.path'),
        values.redirect_status !== 302 && t('where.sum.status', { status: values.redirect_status }),
      ]),
  },
  when: {
    fields: ['starts_at', 'max_clicks', 'fallback_url'],
    plain: 'when.sum.none',
    summarize: ({ values: { starts_at, max_clicks, fallback_url: url } }) => {
      const [start, clicks] = [toInstant(starts_at) ?? 0, toCount(max_clicks) ?? 0];
      return joinParts([
        start !== 0 && t('when.sum.start', { when: formatInstant(start) }),
        clicks !== 0 && t('when.sum.clicks', toCounted(clicks)),
        url !== '' && t('when.sum.fallback', { target: toReadableAddress(url) }),
      ]);
    },
  },
  who: {
    fields: ['password'],
    plain: 'who.sum.everyone',
    summarize: ({ values: { password }, link }) => {
      const isSet = password === null ? link?.has_password === true : password !== '';
      return isSet ? t('who.sum.password') : '';
    },
  },
  looks: {
    fields: ['social'],
    plain: 'looks.sum.none',
    summarize: ({ values: { social } }) => {
      const { title, description, image } = social;
      if (title !== '') return t('looks.sum.title', { title });
      return description + image === '' ? '' : t('looks.sum.card');
    },
  },
  apps: {
    fields: ['in_app'],
    plain: 'apps.sum.follow',
    summarize: ({ values }) => (values.in_app === 'ask' ? t('apps.sum.ask') : ''),
  },
  try: { fields: [], plain: 'try.sum', summarize: () => '' },
};

const sectionNames = Object.keys(sections) as readonly SectionName[];

/** Where visits lead, for whom and when. Only the section in the hash of the address is open. */
export function RoutingSections({ form }: Pick<SectionProps, 'form'>) {
  const [tried, setTried] = useState<Tried | null>(null);
  const wrong = new Set(Object.keys(form.errors).map(rootOf));
  const failing = sectionNames.filter((name) =>
    sections[name].fields.some((field) => wrong.has(field)),
  );
  const { hash } = useLocation();
  const parts = useOpenParts(failing, form.refusals, hash);
  useEffect(() => {
    if (hash in sections) document.querySelector(`[data-section=${hash}]`)?.scrollIntoView();
  }, [hash]);
  return sectionNames.map((name) => (
    <RoutingSection
      key={name}
      name={name}
      isOpen={parts.isOpen(name)}
      onToggle={() => parts.toggle(name)}
      form={form}
      tried={tried}
      onTried={setTried}
    />
  ));
}

interface RoutingSectionProps extends SectionProps {
  readonly name: SectionName;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A section of the settings that opens on a press. Closed, it shows what is set. */
function RoutingSection({ isOpen, onToggle, ...props }: RoutingSectionProps) {
  const { name, form } = props;
  const { plain, summarize } = sections[name];
  const summary = summarize(form) || t(plain);
  const id = useId();
  return (
    <section className="link-section routing-section" aria-labelledby={id} data-section={name}>
      <div className="routing-head">
        <h2 id={id} className="link-section-title">
          <button
            type="button"
            className="routing-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-fields` : undefined}
            aria-describedby={`${id}-summary`}
            onClick={onToggle}
          >
            {t(`section.${name}`)}
          </button>
        </h2>
        <p
          id={`${id}-summary`}
          className={summary === t(plain) ? 'routing-summary muted' : 'routing-summary'}
        >
          {summary}
        </p>
        <IconChevronDown className="routing-chevron muted" size={18} aria-hidden />
      </div>
      {isOpen && (
        <div id={`${id}-fields`} className="link-section-fields routing-fields">
          <Suspense fallback={<Skeleton height={120} />}>
            <SectionFields {...props} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
