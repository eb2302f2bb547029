import { useForm } from '@mantine/form';
import type { Scope } from '../../../../contracts/access.constants.ts';
import { focusFirstError } from '../../../form/focus-first-error.ts';
import { useUnsaved } from '../../../form/unsaved.ts';
import { t } from '../../../language.ts';
import { toastFailure } from '../../../toast.tsx';
import { useCreateNamedToken } from './tokens.api.ts';

const DAY_SECONDS = 86_400;
const LIMIT_MAX = 1_000_000;

interface TokenDraft {
  readonly name: string;
  readonly scopes: Scope[];
  /** 0 = it never ends. */
  readonly days: string;
  /** Calls a minute; empty = no limit. */
  readonly limit: string;
}

const rules = {
  name: (name: string) => (name.trim() === '' ? t('tokens.name.empty') : null),
  scopes: (chosen: readonly Scope[]) => (chosen.length === 0 ? t('tokens.scopes.empty') : null),
  limit: (limit: string) =>
    /^\d*$/.test(limit.trim()) && Number(limit) <= LIMIT_MAX ? null : t('tokens.limit.invalid'),
};

/** The fields of a new token, and what makes it. */
export function useTokenForm(account: number | undefined, onMade: (token: string) => void) {
  const { mutate, isPending } = useCreateNamedToken(account);
  const form = useForm<TokenDraft>({
    initialValues: { name: '', scopes: [], days: '90', limit: '' },
    validate: rules,
  });
  useUnsaved(form.isDirty());
  const submit = form.onSubmit(
    ({ name, scopes, days, limit }) =>
      mutate(
        {
          name,
          scopes,
          expires_at: endAfter(Number(days)),
          ...(limit.trim() !== '' && { per_minute: Number(limit) }),
        },
        {
          onSuccess: ({ token }) => onMade(token),
          onError: toastFailure('tokens.create.failed'),
        },
      ),
    (errors) => focusFirstError(form, errors),
  );
  return { form, isPending, submit };
}

/** The end of a token in Unix seconds; 0 = never. */
function endAfter(days: number): number {
  return days === 0 ? 0 : Math.floor(Date.now() / 1000) + days * DAY_SECONDS;
}
