import { useState } from 'react';
import { t } from '../language.ts';
import { toLinkName } from '../ui/readable-url.ts';
import { toast } from '../toast.tsx';
import { LinkForm } from './link-form.tsx';
import { toFields, readValues, type LinkValues } from './link-values.ts';
import { useUpdateLink, type Link } from './links.api.ts';
import { findCodeFault } from './typed-code.ts';
import { isSameValidity, toExpiry } from './validity.ts';

const texts = {
  codeHelp: 'edit.code.help',
  submit: 'edit.submit',
  submitting: 'edit.submitting',
  failed: 'edit.failed',
} as const;

interface EditLinkFormProps {
  readonly link: Link;
  readonly onSaved: () => void;
}

export function EditLinkForm({ link, onSaved }: EditLinkFormProps) {
  const { mutateAsync } = useUpdateLink();
  const [initial] = useState(() => readValues(link));

  const explainCode = (code: string): string | null => {
    // An imported code may be one that the rules for new codes refuse.
    if (code.trim() === link.short_url) return null;
    if (code.trim() === '') return t('edit.code.empty');
    const fault = findCodeFault(code);
    return fault === null ? null : t(fault);
  };

  const save = async (values: LinkValues) => {
    // An untouched expiry keeps its seconds.
    const isKept = isSameValidity(values.validity, initial.validity);
    const expiry = isKept ? {} : toExpiry(values.validity);
    await mutateAsync({ id: link.id, ...toFields(values), ...expiry });
    toast('success', t('edit.done'));
    onSaved();
  };

  return (
    <LinkForm
      // When another window changes the link, its draft no longer applies.
      draftName={`edit ${link.id} ${link.updated_at}`}
      restoresDraft
      initial={initial}
      texts={texts}
      explainCode={explainCode}
      codeWarning={t('edit.code.warning', { code: toLinkName(link) })}
      save={save}
    />
  );
}
