import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { AppInfo } from '../../app-info.ts';
import { runAction } from '../../account/parts/run-action.ts';
import { confirm } from '../../form/confirm.tsx';
import { Dialog } from '../../form/dialog.tsx';
import { t } from '../../language.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { toastFailure } from '../../toast.tsx';
import { Section } from '../../account/parts/section.tsx';
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
    <Section title={t('people.access')} className="people-section">
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
        <ShownOnce
          about={t('people.reset.about', { name })}
          text={url ?? ''}
          name={t('people.link')}
          copyLabel={t('people.link.copy')}
          doneLabel={t('people.link.done')}
          onDone={close}
        />
      </Dialog>
      <DeleteDialog
        account={account}
        me={info.id}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
      />
    </Section>
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
      toastFailure('people.reset.failed')(error);
    }
  };
  return { url, makeLink, close: () => setUrl(null) };
}

function FactorsButton({ account: { id, username: name } }: { readonly account: Account }) {
  const { mutateAsync, isPending } = useRemoveFactors();
  const remove = () =>
    runAction({
      question: {
        title: t('people.factors.title', { name }),
        content: t('people.factors.text'),
        yes: t('people.factors.remove'),
        isDangerous: true,
      },
      run: () => mutateAsync(id),
      done: () => t('people.factors.removed', { name }),
      failed: 'people.factors.failed',
    });
  return (
    <Button variant="default" aria-busy={isPending} onClick={() => void remove()}>
      {t('people.factors.remove')}
    </Button>
  );
}

function ActiveButton({ account: { id, username: name, is_active } }: { account: Account }) {
  const isActive = is_active === 1;
  const { mutateAsync, isPending } = useSetActive();
  const question = {
    title: t('people.disable.title', { name }),
    content: t('people.disable.text'),
    yes: t('people.disable'),
    isDangerous: true,
  };
  const change = () =>
    runAction({
      ...(isActive && { question }),
      run: () => mutateAsync({ id, isActive: !isActive }),
      done: () => t(isActive ? 'people.disable.done' : 'people.enable.done', { name }),
      failed: 'people.active.failed',
    });
  return (
    <Button variant="default" aria-busy={isPending} onClick={() => void change()}>
      {t(isActive ? 'people.disable' : 'people.enable')}
    </Button>
  );
}
