import { Skeleton } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Link } from '../../../contracts/links.ts';
import { t, type TextKey } from '../../language.ts';
import type { SettingsState } from '../use-link-settings.ts';
import { rootOf } from './paths.ts';
import { RoutingSection } from './routing-section.tsx';
import type { RoutingSettings } from './routing-settings.ts';
import type { SectionProps } from './section-props.ts';
import type { Tried } from './simulator.api.ts';
import {
  summarizeApps,
  summarizeCard,
  summarizePassword,
  summarizeTargets,
  summarizeTimes,
  type Summary,
} from './summaries.ts';
import { useOpenParts } from './use-open-parts.ts';
import './routing.css';

interface Section {
  readonly title: TextKey;
  readonly fields: readonly string[];
  readonly summarize: (settings: RoutingSettings, link: Link) => Summary;
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
    summarize: (settings, { has_password: has }) => summarizePassword(settings, has),
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

interface RoutingSectionsProps {
  readonly link: Link;
  readonly settings: SettingsState;
}

/** Where visits lead, for whom and when. Only the section in the hash of the address is open. */
export function RoutingSections({ link, settings }: RoutingSectionsProps) {
  const [tried, setTried] = useState<Tried | null>(null);
  const wrong = new Set(Object.keys(settings.errors).map(rootOf));
  const failing = Object.keys(sections).filter((name) =>
    sections[name]!.fields.some((field) => wrong.has(field)),
  );
  const { hash } = useLocation();
  const parts = useOpenParts(failing, settings.refusals, hash);
  useEffect(() => {
    if (hash in sections) document.querySelector(`[data-section=${hash}]`)?.scrollIntoView();
  }, [hash]);
  return Object.entries(sections).map(([name, { title, summarize, Panel }]) => {
    const { text, isSet } = summarize(settings.values, link);
    return (
      <RoutingSection
        key={name}
        name={name}
        title={t(title)}
        summary={text}
        isSet={isSet}
        isOpen={parts.isOpen(name)}
        onToggle={() => parts.toggle(name)}
      >
        <Suspense fallback={<Skeleton height={120} />}>
          <Panel link={link} settings={settings} tried={tried} onTried={setTried} />
        </Suspense>
      </RoutingSection>
    );
  });
}
