import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../../language.ts';
import { providerQuery } from '../sso/provider.api.ts';
import { SettingsSection } from './settings-section.tsx';

/** Says whether single sign-on is on, and leads to its page. */
export function SsoSection() {
  const provider = useQuery(providerQuery).data;
  const name = provider?.settings?.name ?? '';
  return (
    <SettingsSection id="sso" title={t('settings.sso.page')} about={t('settings.sso.about')}>
      <div>
        {provider !== undefined && (
          <p>{provider.is_on === 1 ? t('settings.sso.on', { name }) : t('settings.sso.off')}</p>
        )}
        <Button
          variant="default"
          mt="sm"
          renderRoot={(props) => (
            <Link to="/admin/$name" params={{ name: 'sso' }} search={{}} {...props} />
          )}
        >
          {t(name === '' ? 'settings.sso.set.up' : 'settings.sso.change')}
        </Button>
      </div>
    </SettingsSection>
  );
}
