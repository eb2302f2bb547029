import { Button, TextInput, Stack } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { normalizeHost } from '../../contracts/domain-name.ts';
import { Dialog } from '../form/dialog.tsx';
import { explainFailure } from '../failure.ts';
import { useUnsaved } from '../form/unsaved.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { plainInput } from '../ui/fields/plain-input.ts';
import { useAddDomain, type AddedDomain } from './domains.api.ts';

interface AddDomainDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: (domain: AddedDomain) => void;
}

export function AddDomainDialog({ isOpen, onClose, onAdded }: AddDomainDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={400} title={t('domains.add')}>
      <AddDomainForm onAdded={onAdded} />
    </Dialog>
  );
}

function AddDomainForm({ onAdded }: Pick<AddDomainDialogProps, 'onAdded'>) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useAddDomain();
  useUnsaved(typed !== '');
  const refuse = (text: string) => {
    setFault(text);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const host = normalizeHost(cutAddress(typed));
    if (host === null) return refuse(t('domains.host.invalid'));
    mutate(host, {
      onSuccess: (domain) => {
        toast('success', t('domains.added'));
        onAdded(domain);
      },
      onError: (error) => refuse(explainFailure(error, 'domains.add.failed')),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          {...plainInput}
          {...initialFocus}
          ref={field}
          label={t('domain.label')}
          description={t('domains.host.help')}
          inputMode="url"
          classNames={{ input: 'mono' }}
          value={typed}
          error={fault}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            setFault(null);
          }}
        />
        <Button type="submit" fullWidth disabled={isPending}>
          {t(isPending ? 'domains.adding' : 'domains.add')}
        </Button>
      </Stack>
    </form>
  );
}

/** Cuts a pasted address down to its host. */
function cutAddress(typed: string): string {
  return typed.trim().replace(/^https?:\/\/([^/?#]*).*$/i, '$1');
}
