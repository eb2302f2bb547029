import { Stack, Switch } from '@mantine/core';
import { t, type TextKey } from '../../language.ts';
import {
  joinProtocols,
  splitProtocols,
  type Protocol,
  type SettingsFieldsProps,
} from './settings-values.ts';

interface Shortener {
  readonly name: string;
  /** Behind the address of the site. */
  readonly path: string;
  readonly help: TextKey;
}

const shorteners: Readonly<Record<Protocol, Shortener>> = {
  yourls: { name: 'YOURLS', path: '/yourls-api.php', help: 'settings.compat.signature' },
  shlink: { name: 'Shlink', path: '', help: 'settings.compat.key' },
  kutt: { name: 'Kutt', path: '', help: 'settings.compat.key' },
  bitly: { name: 'Bitly', path: '/v4', help: 'settings.compat.access' },
  polr: { name: 'Polr', path: '', help: 'settings.compat.key' },
  chhoto: { name: 'Chhoto URL', path: '', help: 'settings.compat.key' },
  sink: { name: 'Sink', path: '', help: 'settings.compat.password' },
};

export function CompatFields({ form }: SettingsFieldsProps) {
  const chosen = splitProtocols(form.values.protocols);
  return (
    <Stack gap="md">
      <Switch.Group
        value={chosen}
        onChange={(names) => form.setFieldValue('protocols', joinProtocols(names))}
      >
        <Stack gap="md">
          {Object.entries(shorteners).map(([protocol, { name, path, help }]) => (
            <Switch
              key={protocol}
              value={protocol}
              label={t('settings.compat.app', { name })}
              description={t(help, { url: `${location.origin}${path}` })}
            />
          ))}
        </Stack>
      </Switch.Group>
      {chosen.includes('yourls') && (
        <Switch
          {...form.getInputProps('allowsOldHashes', { type: 'checkbox' })}
          label={t('settings.compat.old')}
          description={t('settings.compat.old.help')}
        />
      )}
    </Stack>
  );
}
