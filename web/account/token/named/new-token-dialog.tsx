import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { scopes, type Right, type Scope } from '../../../../contracts/access.constants.ts';
import { Dialog } from '../../../form/dialog.tsx';
import { t, toCounted } from '../../../language.ts';
import { initialFocus } from '../../../ui/fields/initial-focus.ts';
import { ShownOnce } from '../../../parts/shown-once.tsx';
import { useTokenForm } from './use-token-form.ts';

interface NewTokenDialogProps extends NewTokenFormProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface NewTokenFormProps {
  /** Undefined: one's own. */
  readonly account: number | undefined;
  readonly may: (right: Right) => boolean;
}

export function NewTokenDialog({ isOpen, onClose, ...form }: NewTokenDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  const close = () => {
    onClose();
    setToken(null);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size={460}
      title={t(token === null ? 'tokens.new' : 'tokens.made')}
      // The token is lost when it closes.
      closeOnClickOutside={token === null}
    >
      {token === null ? (
        <NewTokenForm {...form} onMade={setToken} />
      ) : (
        <ShownOnce
          about={t('tokens.once')}
          text={token}
          name={t('token.title')}
          copyLabel={t('token.copy')}
          doneLabel={t('tokens.done')}
          onDone={close}
        />
      )}
    </Dialog>
  );
}

const lifetimes = [7, 30, 90, 365, 0] as const;

interface TokenFieldsProps extends NewTokenFormProps {
  readonly onMade: (token: string) => void;
}

function NewTokenForm({ account, may, onMade }: TokenFieldsProps) {
  const { form, isPending, submit } = useTokenForm(account, onMade);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          {...initialFocus}
          {...form.getInputProps('name')}
          label={t('tokens.name')}
          description={t('tokens.name.help')}
          maxLength={64}
          autoComplete="off"
          name="token-name"
        />
        <Checkbox.Group
          label={t('tokens.scopes')}
          error={form.errors['scopes']}
          value={form.values.scopes}
          onChange={(chosen) =>
            form.setFieldValue('scopes', completeScopes(form.values.scopes, chosen))
          }
        >
          <Stack gap="0.625rem" mt="0.5rem">
            {listUsefulScopes(may).map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={t(`scope.${scope}`)}
                description={t(`scope.${scope}.about`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          {...form.getInputProps('days')}
          label={t('tokens.expiry')}
          data={lifetimes.map((days) => ({
            value: String(days),
            label: days === 0 ? t('tokens.expiry.never') : t('tokens.expiry.days', toCounted(days)),
          }))}
        />
        <TextInput
          {...form.getInputProps('limit')}
          label={t('tokens.limit.label')}
          description={t('tokens.limit.help')}
          inputMode="numeric"
          autoComplete="off"
        />
        <Button type="submit" fullWidth disabled={isPending}>
          {t(isPending ? 'creating' : 'token.create')}
        </Button>
      </Stack>
    </form>
  );
}

/** What an account needs before a token with the scope is of use. */
const rightOf: Readonly<Record<Scope, Right>> = {
  'links:create': 'links.create',
  'links:read': 'links.read',
  'links:write': 'links.edit',
  'stats:read': 'stats.read',
  'domains:write': 'domains',
  import: 'links.import',
  export: 'links.export',
  'status:read': 'status',
  'audit:read': 'own',
};

function listUsefulScopes(may: (right: Right) => boolean): Scope[] {
  return scopes.filter((scope) => may(rightOf[scope]));
}

/** Who changes links has to find them: *write* brings *read* along. */
function completeScopes(before: readonly Scope[], chosen: readonly string[]): Scope[] {
  const hasNewWrite = chosen.includes('links:write') && !before.includes('links:write');
  return scopes.filter(
    (scope) => chosen.includes(scope) || (scope === 'links:read' && hasNewWrite),
  );
}
