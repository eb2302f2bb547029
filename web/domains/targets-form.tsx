import { Button, TextInput, Stack } from '@mantine/core';
import { t } from '../language.ts';
import { plainInput } from '../ui/fields/plain-input.ts';
import { type Domain, useSetDomain } from './domains.api.ts';
import { toHostName } from './host-name.ts';
import { useState, type FormEvent } from 'react';
import { useUnsaved } from '../form/unsaved.ts';
import { toast, toastFailure } from '../toast.tsx';
import { completeUrl, findUrlFault } from '../urls/typed-url.ts';

/** The fields for the home page of a domain and for its unknown codes. */
export function TargetsForm({ domain }: { readonly domain: Domain }) {
  const { isChanged, isSaving, toProps, submit } = useTargets(domain);
  const host = toHostName(domain.host);
  const common = { ...plainInput, type: 'url', inputMode: 'url', placeholder: 'https://' } as const;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" className="domain-targets">
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
      </Stack>
    </form>
  );
}

const fields = ['home_url', 'not_found_url'] as const;
type TargetField = (typeof fields)[number];
type Targets = Readonly<Record<TargetField, string>>;

/** The state of the form for the targets of a domain: stored values, and input over them. */
function useTargets(domain: Domain) {
  const [typed, setTyped] = useState<Partial<Targets>>({});
  const [faults, setFaults] = useState<Partial<Targets>>({});
  const { mutate, isPending } = useSetDomain();
  const values: Targets = {
    home_url: domain.home_url,
    not_found_url: domain.not_found_url,
    ...typed,
  };
  const changed = fields.filter((field) => values[field].trim() !== domain[field]);
  useUnsaved(changed.length > 0);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    const targets = changed.map((field) => [field, completeTarget(values[field])] as const);
    const faults = targets.flatMap(([field, url]) => {
      const fault = url === '' ? null : findUrlFault(url);
      return fault === null
        ? []
        : [[field, t(fault === 'url.empty' ? 'url.invalid' : fault)] as const];
    });
    setFaults(Object.fromEntries(faults));
    const [first] = faults;
    if (first !== undefined) return form.querySelector<HTMLElement>(`[name=${first[0]}]`)?.focus();
    if (targets.length === 0) return;
    mutate(
      { host: domain.host, ...Object.fromEntries(targets) },
      {
        onSuccess: () => {
          setTyped({});
          toast('success', t('domains.saved'));
        },
        onError: toastFailure('domains.save.failed'),
      },
    );
  };

  const toProps = (field: TargetField) => ({
    name: field,
    value: values[field],
    error: faults[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setTyped({ ...typed, [field]: value });
      setFaults({ ...faults, [field]: undefined });
    },
  });

  return { isChanged: changed.length > 0, isSaving: isPending, toProps, submit };
}

function completeTarget(typed: string): string {
  return typed.trim() === '' ? '' : completeUrl(typed);
}
