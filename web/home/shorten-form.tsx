import { Button } from '@mantine/core';
import { t } from '../language.ts';
import { RestoreOffer } from '../links/form/restore-offer.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { PasteButton } from './paste-button.tsx';
import { UrlField } from './url-field.tsx';
import { usePastedUrl } from './use-pasted-url.ts';
import { useShortenFields } from './use-shorten-fields.ts';
import { useShortening, type Shortened } from './use-shortening.tsx';

interface ShortenFormProps {
  readonly hasResult: boolean;
  /** Null: the attempt failed, and the page removes the previous result. */
  readonly onShortened: (shortened: Shortened | null) => void;
}

export function ShortenForm({ hasResult, onShortened }: ShortenFormProps) {
  const fields = useShortenFields();
  const { isPending, submit, binned, restore } = useShortening(fields, onShortened);
  const paste = usePastedUrl(fields, isPending);
  const { url, createButton } = fields;
  const isEmpty = url === '';
  return (
    <form className="home-form" onSubmit={submit} noValidate>
      <UrlField
        fields={fields}
        paste={paste}
        isPending={isPending}
        action={
          <>
            {isEmpty && <PasteButton onPaste={paste.pasteByButton} />}
            <Button
              ref={createButton}
              onKeyDown={paste.undoPaste}
              type="submit"
              className="home-create"
              variant={hasResult && isEmpty ? 'default' : 'filled'}
              disabled={isPending}
            >
              {t(isPending ? 'home.creating' : 'home.create')}
            </Button>
          </>
        }
      />
      <AdvancedFields fields={fields} />
      <RestoreOffer wanted={binned} isBusy={isPending} onRestore={restore} />
    </form>
  );
}
