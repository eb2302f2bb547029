import { Skeleton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { t, type TextKey, language, toCounted } from '../../language.ts';
import { toReadableAddress } from '../../ui/text/readable-url.ts';
import { rootOf } from '../form/faults.ts';
import { toCount, toInstant } from '../form/typed-instant.ts';
import { useOpenParts } from '../form/use-open-parts.ts';
import { capitalize, formatInstant } from './formats.ts';
import type { RoutingForm, SectionProps, Tried } from './routing-fields.ts';
import './routing.css';

interface Section {
  readonly title: TextKey;
  readonly fields: readonly string[];
  readonly summarize: (form: RoutingForm) => Summary;
  readonly Panel: React.ComponentType<SectionProps>;
}

const sections: Readonly<Record<string, Section>> = {
  where: {
    title: 'where.title',
    fields: ['rules', 'redirect_status', 'forward_query', 'forward_path'],
    summarize: summarizeTargets,
    Panel: lazy(async () => ({ default: (await import('./where-fields.tsx')).WhereFields })),
  },
  when: {
    title: 'when.title',
    fields: ['starts_at', 'max_clicks', 'fallback_url'],
    summarize: summarizeTimes,
    Panel: lazy(async () => ({ default: (await import('./when-fields.tsx')).WhenFields })),
  },
  who: {
    title: 'who.title',
    fields: ['password'],
    summarize: summarizePassword,
    Panel: lazy(async () => ({ default: (await import('./who-fields.tsx')).WhoFields })),
  },
  looks: {
    title: 'looks.title',
    fields: ['social'],
    summarize: summarizeCard,
    Panel: lazy(async () => ({ default: (await import('./looks-fields.tsx')).LooksFields })),
  },
  apps: {
    title: 'apps.title',
    fields: ['in_app'],
    summarize: summarizeApps,
    Panel: lazy(async () => ({ default: (await import('./apps-fields.tsx')).AppsFields })),
  },
  try: {
    title: 'try.title',
    fields: [],
    summarize: () => ({ text: t('try.sum'), isSet: false }),
    Panel: lazy(async () => ({ default: (await import('./simulator.tsx')).Simulator })),
  },
};

/** Where visits lead, for whom and when. Only the section in the hash of the address is open. */
export function RoutingSections({ form }: Pick<SectionProps, 'form'>) {
  const [tried, setTried] = useState<Tried | null>(null);
  const wrong = new Set(Object.keys(form.errors).map(rootOf));
  const failing = Object.keys(sections).filter((name) =>
    sections[name]!.fields.some((field) => wrong.has(field)),
  );
  const { hash } = useLocation();
  const parts = useOpenParts(failing, form.refusals, hash);
  useEffect(() => {
    if (hash in sections) document.querySelector(`[data-section=${hash}]`)?.scrollIntoView();
  }, [hash]);
  return Object.entries(sections).map(([name, section]) => (
    <RoutingSection
      key={name}
      name={name}
      section={section}
      isOpen={parts.isOpen(name)}
      onToggle={() => parts.toggle(name)}
      form={form}
      tried={tried}
      onTried={setTried}
    />
  ));
}

interface RoutingSectionProps extends SectionProps {
  readonly name: string;
  readonly section: Section;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A section of the settings that opens on a press. Closed, it shows what is set. */
function RoutingSection({ name, section, isOpen, onToggle, ...props }: RoutingSectionProps) {
  const { title, summarize, Panel } = section;
  const { text, isSet } = summarize(props.form);
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
            {t(title)}
          </button>
        </h2>
        <p id={`${id}-summary`} className="routing-summary" data-set={isSet || undefined}>
          {text}
        </p>
        <IconChevronDown className="routing-chevron" size={18} aria-hidden />
      </div>
      {isOpen && (
        <div id={`${id}-fields`} className="link-section-fields routing-fields">
          <Suspense fallback={<Skeleton height={120} />}>
            <Panel {...props} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

const SEPARATOR = language === 'zh' ? '，' : ', ';

/** What a section says when it is closed: what is set, in one line. */
interface Summary {
  readonly text: string;
  readonly isSet: boolean;
}

function summarizeTargets({ values }: RoutingForm): Summary {
  const { rules, redirect_status: status, forward_query: query, forward_path: path } = values;
  const parts = [
    rules.length === 0 ? t('where.always') : t('where.rules', { count: rules.length }),
    ...(query ? [t('where.sum.query')] : []),
    ...(path ? [t('where.sum.path')] : []),
    ...(status === 302 ? [] : [t('where.sum.status', { status })]),
  ];
  return { text: parts.join(SEPARATOR), isSet: parts.length > 1 || rules.length > 0 };
}

function summarizeTimes({ values }: RoutingForm): Summary {
  const { starts_at, max_clicks, fallback_url } = values;
  const start = toInstant(starts_at) ?? 0;
  const clicks = toCount(max_clicks) ?? 0;
  const parts = [
    ...(start === 0 ? [] : [t('when.sum.start', { when: formatInstant(start) })]),
    ...(clicks === 0 ? [] : [t('when.sum.clicks', toCounted(clicks))]),
    ...(fallback_url === ''
      ? []
      : [t('when.sum.fallback', { target: toReadableAddress(fallback_url) })]),
  ];
  if (parts.length === 0) return { text: t('when.sum.none'), isSet: false };
  return { text: capitalize(parts.join(SEPARATOR)), isSet: true };
}

function summarizePassword({ values: { password }, link }: RoutingForm): Summary {
  const isSet = password === null ? link?.has_password === true : password !== '';
  return { text: t(isSet ? 'who.sum.password' : 'who.sum.everyone'), isSet };
}

function summarizeCard({ values }: RoutingForm): Summary {
  const { title, description, image } = values.social;
  const isSet = title + description + image !== '';
  if (!isSet) return { text: t('looks.sum.none'), isSet };
  return { text: title === '' ? t('looks.sum.card') : t('looks.sum.title', { title }), isSet };
}

function summarizeApps({ values }: RoutingForm): Summary {
  const isSet = values.in_app === 'ask';
  return { text: t(isSet ? 'apps.sum.ask' : 'apps.sum.follow'), isSet };
}
