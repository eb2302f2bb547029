import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { ApiError } from '../api.ts';
import { explainFailure, explainReason } from '../failure.ts';
import { useStoredFields } from '../stored-fields.ts';
import { t } from '../language.ts';
import { useCreateLink, type CreatedLink } from '../links/links.api.ts';
import { findRefusedField } from '../links/refused-field.ts';
import { findCodeFault } from '../links/typed-code.ts';
import { completeUrl, findUrlFault, hasLines } from '../typed-url.ts';
import { shortLinkPrefix } from '../short-link.ts';
import { toast } from '../toast.tsx';
import { FramedInput } from '../ui/framed-input.tsx';
import { removeDraft, storeDraft, readDraft } from './draft.ts';
import { LoginFirst } from './login-first.tsx';
import { PasteButton } from './paste-button.tsx';
import { usePasteAnywhere } from './use-paste-anywhere.ts';

/** A new short link, and the place of its long URL on the page. */
export interface Shortened {
  readonly link: CreatedLink;
  readonly from: DOMRect | null;
  readonly at: number;
}

interface ShortenFormProps {
  readonly hasResult: boolean;
  /** Null: the attempt failed, and the page removes the previous result. */
  readonly onShortened: (shortened: Shortened | null) => void;
}

interface Errors {
  readonly url: ReactNode;
  readonly code: ReactNode;
}

const noErrors: Errors = { url: null, code: null };

function explainUrl(url: string): string | null {
  const fault = findUrlFault(url);
  if (fault === null) return null;
  return t(fault === 'url.empty' ? 'home.url.empty' : fault);
}

function explainCode(code: string): string | null {
  const fault = findCodeFault(code);
  return fault === null ? null : t(fault);
}

export function ShortenForm({ hasResult, onShortened }: ShortenFormProps) {
  const [url, setUrl] = useState(readDraft);
  const [code, setCode] = useState('');
  const [isAdvanced, setIsAdvanced] = useState(false);
  const [errors, setErrors] = useState(noErrors);
  const creation = useCreateLink();
  /** The content of the field before the paste; null: no paste to undo. */
  const [beforePaste, setBeforePaste] = useState<string | null>(null);
  const urlInput = useRef<HTMLInputElement>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const advancedId = useId();

  useEffect(() => urlInput.current?.focus(), []);

  useStoredFields('shorten', { url, code, isAdvanced }, (stored) => {
    setUrl(stored.url);
    setCode(stored.code);
    setIsAdvanced(stored.isAdvanced);
  });

  const checkUrlOnBlur = ({ relatedTarget }: FocusEvent) => {
    const completed = completeUrl(url);
    setUrl(completed);
    // The user is not done with the field after a switch of windows, a paste or an answer.
    const nextControl = relatedTarget?.closest('[data-goes-on]') ?? null;
    const isLeft = document.hasFocus() && nextControl === null;
    const fault = completed === '' && !isLeft ? null : explainUrl(completed);
    // An error from the server stays until the URL changes.
    if (fault !== null) setErrors({ ...errors, url: fault });
  };

  const refuseLines = () => {
    setErrors({ ...errors, url: t('url.several') });
    urlInput.current?.focus();
  };

  const fill = (text: string) => {
    setBeforePaste(url);
    setUrl(completeUrl(text));
    setErrors({ ...errors, url: null });
  };

  usePasteAnywhere((text) => {
    const completed = completeUrl(text);
    const fault = findUrlFault(completed);
    if (creation.isPending) return;
    if (fault === null) {
      fill(completed);
      createButton.current?.focus();
    } else if (fault === 'url.several' && /^https?:/i.test(completed)) {
      refuseLines();
    }
  });

  const pasteByButton = (text: string) => {
    if (hasLines(text)) {
      refuseLines();
      return;
    }
    const completed = completeUrl(text);
    fill(completed);
    const fault = explainUrl(completed);
    setErrors({ ...errors, url: fault });
    (fault === null ? createButton : urlInput).current?.focus();
  };

  const undoPaste = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || beforePaste === null || creation.isPending) return;
    setUrl(beforePaste);
    setBeforePaste(null);
    setErrors({ ...errors, url: null });
    urlInput.current?.focus();
  };

  const toggleAdvanced = () => {
    setIsAdvanced(!isAdvanced);
    setCode('');
    setErrors({ ...errors, code: null });
  };

  const showFailure = (error: unknown) => {
    onShortened(null);
    const isLoginMissing = error instanceof ApiError && error.code === 401;
    if (isLoginMissing) storeDraft(completeUrl(url));
    const text = isLoginMissing ? <LoginFirst /> : explainReason(error, 'home.failed');
    toast('error', isLoginMissing ? text : explainFailure(error, 'home.failed'));
    const isCode = findRefusedField(error) === 'short_url';
    setErrors({ url: isCode ? null : text, code: isCode ? text : null });
    (isCode ? codeInput : urlInput).current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creation.isPending) return;
    const completed = completeUrl(url);
    setUrl(completed);
    const faults = { url: explainUrl(completed), code: explainCode(code) };
    setErrors(faults);
    if ((faults.url ?? faults.code) !== null) {
      (faults.url === null ? codeInput : urlInput).current?.focus();
      onShortened(null);
      return;
    }
    creation.mutate(
      { long_url: completed, short_url: code.trim(), title: '' },
      {
        onError: showFailure,
        onSuccess: (link) => {
          const from = urlInput.current?.getBoundingClientRect() ?? null;
          onShortened({ link, from, at: Date.now() });
          removeDraft();
          setUrl('');
          setBeforePaste(null);
          setCode('');
          setIsAdvanced(false);
        },
      },
    );
  };

  const isPasted = beforePaste !== null && findUrlFault(completeUrl(url)) === null;
  return (
    <form className="home-form" onSubmit={submit} noValidate>
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
        readOnly={creation.isPending}
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          if (errors.url !== null) setErrors({ ...errors, url: null });
        }}
        onPaste={(event) => {
          if (!hasLines(event.clipboardData.getData('text/plain'))) {
            setBeforePaste(url);
            return;
          }
          event.preventDefault();
          refuseLines();
        }}
        onBlur={checkUrlOnBlur}
        onKeyDown={undoPaste}
        action={
          <>
            {url === '' && <PasteButton onPaste={pasteByButton} />}
            <Button
              ref={createButton}
              onKeyDown={undoPaste}
              type="submit"
              className="home-create"
              variant={hasResult && url === '' ? 'default' : 'filled'}
              disabled={creation.isPending}
            >
              {t(creation.isPending ? 'home.creating' : 'home.create')}
            </Button>
          </>
        }
      />
      <button
        type="button"
        className="home-advanced-toggle"
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
            if (errors.code !== null) setErrors({ ...errors, code: null });
          }}
          onBlur={() => setErrors({ ...errors, code: explainCode(code) })}
        />
      </div>
    </form>
  );
}
