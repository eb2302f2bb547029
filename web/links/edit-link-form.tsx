import { useState } from 'react';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { LinkForm } from './link-form.tsx';
import type { LinkValues } from './link-values.ts';
import { useUpdateLink, type Link } from './links.api.ts';
import { StatisticsFields } from './statistics-fields.tsx';
import { findCodeFault } from './typed-code.ts';
import { isSameValidity, toExpiry, validityOf } from './validity.ts';

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
  const [initial] = useState<LinkValues>(() => ({
    long_url: link.long_url,
    title: link.title,
    description: link.description,
    note: link.note,
    tags: link.tags,
    short_url: link.short_url,
    validity: validityOf(link.expires_at),
  }));

  const [isCountOnly, setCountOnly] = useState(link.is_count_only === 1);
  const [showsNumbers, setShowsNumbers] = useState(link.shows_numbers === 1);

  const explainCode = (code: string): string | null => {
    // An imported code may be of a form that nobody can choose.
    if (code.trim() === link.short_url) return null;
    if (code.trim() === '') return t('edit.code.empty');
    const fault = findCodeFault(code);
    return fault === null ? null : t(fault);
  };

  const save = async ({ validity, ...values }: LinkValues) => {
    // An expiry that nobody touched stays to the second.
    const expiry = isSameValidity(validity, initial.validity) ? {} : toExpiry(validity);
    await mutateAsync({
      id: link.id,
      ...values,
      ...expiry,
      is_count_only: Number(isCountOnly),
      shows_numbers: Number(showsNumbers),
    });
    toast('success', t('edit.done'));
    onSaved();
  };

  return (
    <LinkForm
      // A link that was changed meanwhile is begun anew.
      draftName={`edit ${link.id} ${link.updated_at}`}
      takesDraft
      initial={initial}
      texts={texts}
      explainCode={explainCode}
      codeWarning={t('edit.code.warning', { code: link.short_url })}
      save={save}
      isMoreSet={isCountOnly || showsNumbers}
    >
      <StatisticsFields
        isCountOnly={isCountOnly}
        showsNumbers={showsNumbers}
        onCountOnly={setCountOnly}
        onShowsNumbers={setShowsNumbers}
      />
    </LinkForm>
  );
}
