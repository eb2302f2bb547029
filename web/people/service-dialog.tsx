import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { Role } from '../../contracts/access.constants.ts';
import { accountRules, toUsername } from '../account/use-init-form.ts';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { Dialog } from '../form/dialog.tsx';
import { focusFirstError } from '../form/focus-first-error.ts';
import { useUnsaved } from '../form/unsaved.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { plainInput } from '../ui/fields/plain-input.ts';
import { useAddService } from './people.api.ts';
import { RoleField } from './role-field.tsx';

const serviceRoles = ['editor', 'author', 'viewer'] as const;

interface ServiceDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds an account for programs, and opens its page, where its tokens are. */
export function ServiceDialog({ isOpen, onClose }: ServiceDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={460} title={t('people.service.add')}>
      <ServiceForm onDone={onClose} />
    </Dialog>
  );
}

function ServiceForm({ onDone }: { readonly onDone: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useAddService();
  const form = useForm<{ username: string; role: Role; seesAll: boolean }>({
    initialValues: { username: '', role: 'editor', seesAll: false },
    validate: { username: accountRules.username },
  });
  useUnsaved(form.isDirty());
  const showFailure = (error: unknown) => {
    if (!(error instanceof ApiError && error.key === 'account.exists')) {
      return toast('error', explainFailure(error, 'people.service.failed'));
    }
    form.setFieldError('username', t('account.exists'));
    return focusFirstError(form, { username: true });
  };
  const submit = form.onSubmit(
    ({ username, role, seesAll }) =>
      mutate(
        {
          username: toUsername(username),
          role: serviceRoles.find((known) => known === role) ?? 'viewer',
          ...(role === 'author' && seesAll && { sees_all: 1 as const }),
        },
        {
          onSuccess: ({ id }) => {
            onDone();
            void navigate({ to: '/admin/people/$id', params: { id: String(id) }, search: {} });
          },
          onError: showFailure,
        },
      ),
    (errors) => focusFirstError(form, errors),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <p className="muted">{t('people.service.about')}</p>
        <TextInput
          {...initialFocus}
          {...plainInput}
          {...form.getInputProps('username')}
          label={t('people.service.name')}
          description={t('init.username.help')}
          name="service"
        />
        <RoleField
          roles={serviceRoles}
          role={form.values.role}
          seesAll={form.values.seesAll}
          onChange={(role, seesAll) => form.setValues({ role, seesAll })}
        />
        <Button type="submit" fullWidth disabled={isPending}>
          {t(isPending ? 'add.submitting' : 'people.service.add')}
        </Button>
      </Stack>
    </form>
  );
}
