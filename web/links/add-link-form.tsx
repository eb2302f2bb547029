import { useState } from 'react';
import { t } from '../language.ts';
import { toStoredCode } from '../short-link.ts';
import { toast } from '../toast.tsx';
import { completeUrl } from '../typed-url.ts';
import { AddedLink } from './added-link.tsx';
import { LinkForm } from './link-form.tsx';
import { toCopy, emptyValues, toFields, type LinkValues } from './link-values.ts';
import { useCreateLink, type CreatedLink, type Link } from './links.api.ts';
import { findCodeFault } from './typed-code.ts';
import { toExpiry } from './validity.ts';

const texts = {
  codeHelp: 'add.code.help',
  submit: 'add.submit',
  submitting: 'add.submitting',
  failed: 'add.failed',
} as const;

function explainCode(code: string): string | null {
  const fault = findCodeFault(code);
  return fault === null ? null : t(fault);
}

function explainAdded({ is_new: isNew, is_restored: isRestored }: CreatedLink, code: string) {
  if (isRestored === true) return t('add.binned.done');
  return isNew ? t('add.done') : t('add.there', { code });
}

interface AddLinkFormProps {
  /** Initial long URL and code. */
  readonly url: string;
  readonly code: string;
  /** Initial title. */
  readonly title: string;
  /** `''` = the main domain. */
  readonly domain: string;
  /** The link to duplicate: the other fields start with its values. */
  readonly original: Link | undefined;
  readonly onAdded: (code: string, isNew: boolean) => void;
  /** Shows the QR code of the new link. */
  readonly onQr: (code: string) => void;
}

export function AddLinkForm(props: AddLinkFormProps) {
  const { url, code, title, domain, original, onAdded, onQr } = props;
  const { mutateAsync } = useCreateLink();
  const [initial] = useState<LinkValues>(() => ({
    ...(original === undefined ? emptyValues : toCopy(original)),
    long_url: url,
    title,
    domain,
    short_url: code,
  }));
  const save = async (values: LinkValues, restores: boolean) => {
    const fields = { ...toFields(values), ...toExpiry(values.validity) };
    const added = await mutateAsync({ ...fields, ...(restores && { restore: 1 }) });
    const { is_new: isNew } = added;
    const addedCode = toStoredCode(added);
    const text = explainAdded(added, addedCode);
    toast('next', <AddedLink text={text} code={addedCode} onQr={onQr} />);
    onAdded(addedCode, isNew);
  };
  const explain = (code: string, values: LinkValues): string | null => {
    // The server would answer with the existing link and drop the other input.
    const urls = [values.long_url, completeUrl(values.long_url)];
    const isSame = values.domain === original?.domain && urls.includes(original.long_url);
    return isSame && code.trim() === '' ? t('add.copy.same') : explainCode(code);
  };
  return (
    <LinkForm
      draftName={original === undefined ? 'add' : `copy ${original.id} ${original.updated_at}`}
      restoresDraft={original !== undefined || (url === '' && code === '' && title === '')}
      initial={initial}
      texts={texts}
      titleHelp={t('add.page.title.help')}
      explainCode={explain}
      canRestore
      save={save}
    />
  );
}
