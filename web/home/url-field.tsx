import type { FocusEvent, ReactNode } from 'react';
import { t } from '../language.ts';
import { completeUrl, findUrlFault } from '../urls/typed-url.ts';
import { FramedInput } from '../ui/fields/framed-input.tsx';
import { explainUrl } from './explain-fields.ts';
import type { usePastedUrl } from './use-pasted-url.ts';
import type { ShortenFields } from './use-shorten-fields.ts';

interface UrlFieldProps {
  readonly fields: ShortenFields;
  readonly paste: ReturnType<typeof usePastedUrl>;
  readonly isPending: boolean;
  readonly action: ReactNode;
}

/** The field for the long URL. */
export function UrlField({ fields, paste, isPending, action }: UrlFieldProps) {
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
      type="url"
      inputMode="url"
      name="long_url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
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
