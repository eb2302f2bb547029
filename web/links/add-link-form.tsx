import { Button } from '@mantine/core';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { LinkForm } from './link-form.tsx';
import type { LinkValues } from './link-values.ts';
import { useCreateLink } from './links.api.ts';
import { findCodeFault } from './typed-code.ts';
import { toExpiry, validityOf } from './validity.ts';

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

interface AddLinkFormProps {
  /** The long URL that stands there at first. */
  readonly url: string;
  /** The code that stands there at first. */
  readonly code: string;
  /** The title that stands there at first. */
  readonly title: string;
  readonly onAdded: (code: string, isNew: boolean) => void;
  /** Shows the QR code of the link that was added. */
  readonly onQr: (code: string) => void;
}

export function AddLinkForm({ url, code, title, onAdded, onQr }: AddLinkFormProps) {
  const { mutateAsync } = useCreateLink();
  const save = async ({ validity, ...link }: LinkValues) => {
    const added = await mutateAsync({ ...link, ...toExpiry(validity) });
    const { is_new: isNew, short_url: addedCode } = added;
    const told = isNew ? t('add.done') : t('add.there', { code: addedCode });
    toast('success', <AddedLink text={told} onQr={() => onQr(addedCode)} />);
    onAdded(addedCode, isNew);
  };
  return (
    <LinkForm
      draftName="add"
      takesDraft={url === '' && code === '' && title === ''}
      initial={{
        long_url: url,
        title,
        description: '',
        note: '',
        tags: [],
        short_url: code,
        validity: validityOf(0),
      }}
      texts={texts}
      titleHelp={t('add.page.title.help')}
      explainCode={explainCode}
      save={save}
    />
  );
}

/** Says that a link was added, and leads on to its QR code. */
function AddedLink({ text, onQr }: { readonly text: string; readonly onQr: () => void }) {
  return (
    <span className="links-undo">
      <span>{text}</span>
      <Button size="compact-sm" variant="subtle" onClick={onQr}>
        {t('qr.title')}
      </Button>
    </span>
  );
}
