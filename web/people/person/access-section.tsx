import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { AppInfo } from '../../app-info.ts';
import { explainFailure } from '../../failure.ts';
import { confirm } from '../../form/confirm.tsx';
import { Dialog } from '../../form/dialog.tsx';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { OneTimeLink } from '../one-time-link.tsx';
import {
  toJoinUrl,
  useRemoveFactors,
  useResetLink,
  useSetActive,
  type Account,
} from '../people.api.ts';
import { DeleteDialog } from './delete-dialog.tsx';

interface AccessSectionProps {
  readonly account: Account;
  readonly info: AppInfo;
}

/** A link for a new password, and the end of the account for a time or for good. */
export function AccessSection({ account, info }: AccessSectionProps) {
  const { kind, username: name } = account;
  const [isDeleting, setIsDeleting] = useState(false);
  const { url, makeLink, close } = useShownReset(account);
  return (
    <section aria-labelledby="access" className="people-section">
      <h2 id="access" className="section-title">
        {t('people.access')}
      </h2>
      <Group gap="sm" mt="md">
        {kind === 'person' && account.is_active === 1 && (
          <Button variant="default" onClick={() => void makeLink()}>
            {t('people.reset')}
          </Button>
        )}
        {account.factors.length > 0 && <FactorsButton account={account} />}
        <ActiveButton account={account} />
        <Button variant="default" color="red" onClick={() => setIsDeleting(true)}>
          {t('people.delete', { name })}
        </Button>
      </Group>
      <Dialog isOpen={url !== null} onClose={close} size={460} title={t('people.reset.title')}>
        <OneTimeLink url={url ?? ''} about={t('people.reset.about', { name })} onDone={close} />
      </Dialog>
      <DeleteDialog
        account={account}
        me={info.id}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
      />
    </section>
  );
}

function useShownReset({ id, username: name }: Account) {
  const [url, setUrl] = useState<string | null>(null);
  const { mutateAsync } = useResetLink();
  const makeLink = async () => {
    const isYes = await confirm({
      title: t('people.reset.question', { name }),
      content: t('people.reset.text'),
      yes: t('people.reset'),
    });
    if (!isYes) return;
    try {
      setUrl(toJoinUrl(await mutateAsync(id)));
    } catch (error) {
      toast('error', explainFailure(error, 'people.reset.failed'));
    }
  };
  return { url, makeLink, close: () => setUrl(null) };
}

function FactorsButton({ account: { id, username: name } }: { readonly account: Account }) {
  const { mutateAsync, isPending } = useRemoveFactors();
  const remove = async () => {
    const isYes = await confirm({
      title: t('people.factors.title', { name }),
      content: t('people.factors.text'),
      yes: t('people.factors.remove'),
      isDangerous: true,
    });
    if (!isYes) return;
    try {
      await mutateAsync(id);
      toast('success', t('people.factors.removed', { name }));
    } catch (error) {
      toast('error', explainFailure(error, 'people.factors.failed'));
    }
  };
  return (
    <Button variant="default" aria-busy={isPending} onClick={() => void remove()}>
      {t('people.factors.remove')}
    </Button>
  );
}

function ActiveButton({ account: { id, username: name, is_active } }: { account: Account }) {
  const isActive = is_active === 1;
  const { mutateAsync, isPending } = useSetActive();
  const change = async () => {
    const isYes =
      !isActive ||
      (await confirm({
        title: t('people.disable.title', { name }),
        content: t('people.disable.text'),
        yes: t('people.disable'),
        isDangerous: true,
      }));
    if (!isYes) return;
    try {
      await mutateAsync({ id, isActive: !isActive });
      toast('success', t(isActive ? 'people.disable.done' : 'people.enable.done', { name }));
    } catch (error) {
      toast('error', explainFailure(error, 'people.active.failed'));
    }
  };
  return (
    <Button variant="default" aria-busy={isPending} onClick={() => void change()}>
      {t(isActive ? 'people.disable' : 'people.enable')}
    </Button>
  );
}
