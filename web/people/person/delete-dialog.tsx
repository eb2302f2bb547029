import { Button, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../form/dialog.tsx';
import { t, toCounted } from '../../language.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { toast, toastFailure } from '../../toast.tsx';
import '@mantine/core/styles/Radio.css';
import { accountsQuery, useDeleteAccount, type Account } from '../people.api.ts';

interface DeleteDialogProps {
  readonly account: Account;
  readonly me: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { account, isOpen, onClose } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size={460}
      title={t('people.delete.title', { name: account.username })}
    >
      <DeleteForm {...props} />
    </Dialog>
  );
}

const fates = ['account', 'nobody', 'bin'] as const;
type Fate = (typeof fates)[number];

function DeleteForm({ account, me, onClose }: DeleteDialogProps) {
  const { id, username: name, kind, links } = account;
  const navigate = useNavigate();
  const [fate, setFate] = useState<Fate>('account');
  const [heir, setHeir] = useState(me);
  const heirs = useQuery(accountsQuery).data?.filter((other) => other.id !== id) ?? [];
  const { mutate, isPending } = useDeleteAccount((left) => {
    const chosen = heirs.find((other) => other.id === heir)?.username ?? '';
    const given = t(`people.deleted.${fate}`, { name, heir: chosen, ...toCounted(left) });
    toast('success', left > 0 ? given : t('people.deleted', { name }));
    onClose();
    const people = { to: '/admin/$name', params: { name: 'people' }, search: {} } as const;
    return navigate({ ...people, ignoreBlocker: true });
  });
  const start = () =>
    mutate(
      { id, links_to: fate === 'account' ? heir : fate === 'nobody' ? 0 : 'bin' },
      { onError: toastFailure('people.delete.failed') },
    );
  const isBinned = fate === 'bin' && links > 0;
  return (
    <Stack gap="lg">
      <p>{t(kind === 'service' ? 'people.delete.service' : 'people.delete.person')}</p>
      {links > 0 && (
        <FateField {...{ links, heirs, me, fate, heir }} onFate={setFate} onHeir={setHeir} />
      )}
      <Button color="red" fullWidth disabled={isPending} onClick={start}>
        {isBinned
          ? t('people.delete.with.links', { name, ...toCounted(links) })
          : t('people.delete', { name })}
      </Button>
    </Stack>
  );
}

interface FateFieldProps {
  readonly links: number;
  readonly heirs: readonly Account[];
  readonly me: number;
  readonly fate: Fate;
  readonly heir: number;
  readonly onFate: (fate: Fate) => void;
  readonly onHeir: (heir: number) => void;
}

/** What becomes of the links. */
function FateField({ links, heirs, me, fate, heir, onFate, onHeir }: FateFieldProps) {
  return (
    <>
      <Radio.Group
        label={t('people.fate', toCounted(links))}
        value={fate}
        onChange={(chosen) => onFate(fates.find((known) => known === chosen) ?? 'account')}
      >
        <Stack gap="0.625rem" mt="0.5rem">
          {fates.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`people.fate.${value}`)}
              description={t(`people.fate.${value}.about`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {fate === 'account' && (
        <SelectField
          label={t('people.heir')}
          choices={heirs.map(({ id }) => id)}
          format={(id) => {
            const { username: name } = heirs.find((other) => other.id === id)!;
            return id === me ? t('links.owner.you', { name }) : name;
          }}
          value={heir}
          onChange={onHeir}
        />
      )}
    </>
  );
}
