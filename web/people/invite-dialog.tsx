import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Role } from '../../contracts/access.constants.ts';
import { accountRules } from '../account/use-init-form.ts';
import type { AppInfo } from '../app-info.ts';
import { Dialog } from '../form/dialog.tsx';
import { focusFirstError } from '../form/focus-first-error.ts';
import { useUnsaved } from '../form/unsaved.ts';
import { t } from '../language.ts';
import { ShownOnce } from '../parts/shown-once.tsx';
import { toastFailure } from '../toast.tsx';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { listGivableRoles, toJoinUrl, useInvite } from './people.api.ts';
import { RoleField } from './role-field.tsx';

interface InviteDialogProps {
  readonly info: AppInfo;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Invites a person: e-mail and role, then the link to pass on. */
export function InviteDialog({ info, isOpen, onClose }: InviteDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={460} title={t('people.invite')}>
      <InviteForm info={info} onDone={onClose} />
    </Dialog>
  );
}

interface InviteFormProps {
  readonly info: AppInfo;
  readonly onDone: () => void;
}

export function InviteForm({ info, onDone }: InviteFormProps) {
  const { mutate, isPending } = useInvite();
  const [invited, setInvited] = useState<{ url: string; email: string } | null>(null);
  const form = useForm<{ email: string; role: Role; seesAll: boolean }>({
    initialValues: { email: '', role: 'editor', seesAll: false },
    validate: { email: accountRules.email },
  });
  useUnsaved(invited === null && form.isDirty());
  if (invited !== null) {
    const { url, email } = invited;
    return (
      <ShownOnce
        about={t('people.invited', { email })}
        text={url}
        name={t('people.link')}
        copyLabel={t('people.link.copy')}
        doneLabel={t('people.link.done')}
        onDone={onDone}
      />
    );
  }
  const submit = form.onSubmit(
    ({ email, role, seesAll }) =>
      mutate(
        { email, role, ...(role === 'author' && seesAll && { sees_all: 1 as const }) },
        {
          onSuccess: (made) => setInvited({ url: toJoinUrl(made), email: email.trim() }),
          onError: toastFailure('people.invite.failed'),
        },
      ),
    (errors) => focusFirstError(form, errors),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          {...initialFocus}
          {...form.getInputProps('email')}
          label={t('init.email')}
          description={t('people.invite.email.help')}
          type="email"
          inputMode="email"
          name="email"
          autoComplete="off"
        />
        <RoleField
          roles={listGivableRoles(info)}
          role={form.values.role}
          seesAll={form.values.seesAll}
          onChange={(role, seesAll) => form.setValues({ role, seesAll })}
        />
        <Button type="submit" fullWidth disabled={isPending}>
          {t(isPending ? 'people.inviting' : 'people.invite.submit')}
        </Button>
      </Stack>
    </form>
  );
}
