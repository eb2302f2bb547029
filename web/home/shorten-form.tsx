import { Button } from '@mantine/core';
import { t } from '../language.ts';
import { RestoreOffer } from '../links/form/restore-offer.tsx';
import { usePastedUrl } from './use-pasted-url.ts';
import {
  useShortenFields,
  type ShortenFields,
  explainUrl,
  explainCode,
} from './use-shorten-fields.ts';
import { useShortening, type Shortened } from './use-shortening.tsx';
import { IconClipboard, IconChevronDown } from '@tabler/icons-react';
import { toast } from '../toast.tsx';
import { IconAction } from '../ui/icon-action.tsx';
import { type FocusEvent, type ReactNode, useId } from 'react';
import { completeUrl, findUrlFault } from '../urls/typed-url.ts';
import { FramedInput } from '../ui/fields/framed-input.tsx';
import { shortLinkPrefix } from '../urls/short-link.ts';
import { urlInput as urlAttributes } from '../ui/fields/plain-input.ts';

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
              {t(isPending ? 'creating' : 'home.create')}
            </Button>
          </>
        }
      />
      <AdvancedFields fields={fields} />
      <RestoreOffer wanted={binned} isBusy={isPending} onRestore={restore} />
    </form>
  );
}

/** Browsers hide the clipboard from pages on plain http. */
const canRead = window.isSecureContext && typeof navigator.clipboard?.readText === 'function';

/** Pastes the clipboard into the field. */
function PasteButton({ onPaste }: { readonly onPaste: (text: string) => void }) {
  if (!canRead) return null;
  const paste = async () => {
    try {
      onPaste(await navigator.clipboard.readText());
    } catch {
      toast('warning', t('home.paste.failed'));
    }
  };
  return (
    <IconAction
      className="home-paste"
      data-goes-on
      size="2.75rem"
      label={t('home.paste')}
      onClick={() => void paste()}
    >
      <IconClipboard size={22} aria-hidden />
    </IconAction>
  );
}

interface UrlFieldProps {
  readonly fields: ShortenFields;
  readonly paste: ReturnType<typeof usePastedUrl>;
  readonly isPending: boolean;
  readonly action: ReactNode;
}

/** The field for the long URL. */
function UrlField({ fields, paste, isPending, action }: UrlFieldProps) {
  const { url, setUrl, errors, setUrlError, beforePaste, urlInput } = fields;

  const checkUrlOnBlur = ({ relatedTarget }: FocusEvent) => {
    const completed = completeUrl(url);
    setUrl(completed);
    // The user is not done with the field after a switch of windows, a paste or an answer.
    const nextControl = relatedTarget?.closest('[data-goes-on]') ?? null;
    const isLeft = document.hasFocus() && nextControl === null;
    const fault = completed === '' && !isLeft ? null : explainUrl(completed);
    // An error from the server stays until the URL changes.
    if (fault !== null) setUrlError(fault);
  };

  const isPasted = beforePaste !== null && findUrlFault(completeUrl(url)) === null;
  return (
    <FramedInput
      ref={urlInput}
      isLarge
      label={t('home.url.label')}
      placeholder={t('home.url.placeholder')}
      error={errors.url}
      {...(isPasted && { help: t('home.paste.hint') })}
      {...urlAttributes}
      name="long_url"
      enterKeyHint="go"
      readOnly={isPending}
      value={url}
      onChange={(event) => {
        setUrl(event.currentTarget.value);
        if (errors.url !== null) setUrlError(null);
      }}
      onPaste={paste.pasteIntoField}
      onBlur={checkUrlOnBlur}
      onKeyDown={paste.undoPaste}
      action={action}
    />
  );
}

/** The field for the code, collapsed. */
function AdvancedFields({ fields }: { readonly fields: ShortenFields }) {
  const { code, setCode, isAdvanced, setIsAdvanced, errors, setCodeError, codeInput } = fields;
  const advancedId = useId();
  const toggleAdvanced = () => {
    setIsAdvanced(!isAdvanced);
    setCode('');
    setCodeError(null);
  };
  return (
    <>
      <button
        type="button"
        className="home-advanced-toggle plain-button"
        data-goes-on
        aria-expanded={isAdvanced}
        aria-controls={advancedId}
        onClick={toggleAdvanced}
      >
        {t('home.advanced')}
        <IconChevronDown size={16} aria-hidden />
      </button>
      <div id={advancedId} className="home-advanced" hidden={!isAdvanced}>
        <FramedInput
          ref={codeInput}
          label={t('home.code.label')}
          help={t('home.code.help')}
          error={errors.code}
          prefix={shortLinkPrefix()}
          name="short_url"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            if (errors.code !== null) setCodeError(null);
          }}
          onBlur={() => setCodeError(explainCode(code))}
        />
      </div>
    </>
  );
}
