import { useState, type FormEvent } from 'react';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { completeUrl, findUrlFault } from '../urls/typed-url.ts';
import { useSetDomain, type Domain } from './domains.api.ts';

const fields = ['home_url', 'not_found_url'] as const;
export type TargetField = (typeof fields)[number];
type Targets = Readonly<Record<TargetField, string>>;

/** The state of the form for the targets of a domain: stored values, and input over them. */
export function useTargets(domain: Domain) {
  const [typed, setTyped] = useState<Partial<Targets>>({});
  const [faults, setFaults] = useState<Partial<Targets>>({});
  const { mutate, isPending } = useSetDomain();
  const values: Targets = {
    home_url: domain.home_url,
    not_found_url: domain.not_found_url,
    ...typed,
  };
  const changed = fields.filter((field) => values[field].trim() !== domain[field]);

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
        onError: (error) => toast('error', explainFailure(error, 'domains.save.failed')),
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
