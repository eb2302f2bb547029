import type { ReactNode } from 'react';
import { t } from '../../language.ts';
import { sectionTitles, type Section } from './sections.ts';
import { Stack } from '@mantine/core';

interface SettingsSectionProps {
  /** Also the anchor in the address. */
  readonly section: Section;
  readonly about: string;
  readonly children?: ReactNode;
}

export function SettingsSection({ section, about, children }: SettingsSectionProps) {
  const headingId = `${section}-heading`;
  return (
    <section id={section} className="settings-section" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId} className="settings-heading section-title">
          {t(sectionTitles[section])}
        </h2>
        <p className="settings-about note">{about}</p>
      </div>
      {children !== undefined && (
        <Stack gap="lg" miw={0} className="settings-fields">
          {children}
        </Stack>
      )}
    </section>
  );
}
