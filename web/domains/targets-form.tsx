import { Button, TextInput } from '@mantine/core';
import { t } from '../language.ts';
import { plainInput } from '../ui/fields/plain-input.ts';
import type { Domain } from './domains.api.ts';
import { toHostName } from './host-name.ts';
import { useTargets } from './use-targets.ts';

/** The fields for the home page of a domain and for its unknown codes. */
export function TargetsForm({ domain }: { readonly domain: Domain }) {
  const { isChanged, isSaving, toProps, submit } = useTargets(domain);
  const host = toHostName(domain.host);
  const common = { ...plainInput, type: 'url', inputMode: 'url', placeholder: 'https://' } as const;
  return (
    <form className="domain-targets" onSubmit={submit} noValidate>
      <TextInput
        {...common}
        {...toProps('home_url')}
        label={t('domains.home')}
        description={t('domains.home.help', { host })}
      />
      <TextInput
        {...common}
        {...toProps('not_found_url')}
        label={t('domains.missing')}
        description={t('domains.missing.help', { host })}
      />
      <Button
        type="submit"
        variant="default"
        disabled={!isChanged || isSaving}
        aria-label={t('domains.save.of', { host })}
      >
        {t(isSaving ? 'domains.saving' : 'domains.save')}
      </Button>
    </form>
  );
}
