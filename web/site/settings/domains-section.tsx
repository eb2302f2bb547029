import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../../language.ts';
import { SettingsSection } from './settings-section.tsx';

/** Leads to the page of the further domains. */
export function DomainsSection() {
  return (
    <SettingsSection section="domains" about={t('settings.domains.about')}>
      <div>
        <Button
          variant="default"
          renderRoot={(root) => (
            <Link {...root} to="/admin/$name" params={{ name: 'domains' }} search={{}} />
          )}
        >
          {t('settings.domains.open')}
        </Button>
      </div>
    </SettingsSection>
  );
}
