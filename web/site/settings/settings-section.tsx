import { useId, type ReactNode } from 'react';
import { Box, Stack } from '@mantine/core';

interface SettingsSectionProps {
  /** An anchor in the address. */
  readonly id?: string;
  readonly title: string;
  readonly about: string;
  readonly children?: ReactNode;
}

export function SettingsSection({ id, title, about, children }: SettingsSectionProps) {
  const headingId = useId();
  return (
    <section id={id} className="settings-section" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId} className="section-title">
          {title}
        </h2>
        <Box component="p" className="note" mt="0.375rem">
          {about}
        </Box>
      </div>
      {children !== undefined && (
        <Stack gap="lg" miw={0} className="settings-fields">
          {children}
        </Stack>
      )}
    </section>
  );
}
