import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { useCreateLink, type CreatedLink } from '../links/links.api.ts';
import { findRefusedField } from '../links/refused-field.ts';
import { shortLinkPrefix } from '../links/short-link.ts';
import { findCodeFault } from '../links/typed-code.ts';
import { completeUrl, findUrlFault } from '../links/typed-url.ts';
import { toast } from '../toast.tsx';
import { FramedInput } from '../ui/framed-input.tsx';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { LoginFirst } from './login-first.tsx';

/** A new short link, and where on the page its long URL stood. */
export interface Shortened {
  readonly link: CreatedLink;
  readonly from: DOMRect | null;
  readonly at: number;
}

interface ShortenFormProps {
  readonly hasResult: boolean;
  /** Null: a new attempt failed, and the result of the one before is no longer meant. */
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
  const urlInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const advancedId = useId();

  useEffect(() => urlInput.current?.focus(), []);

  const checkUrlOnBlur = () => {
    const completed = completeUrl(url);
    setUrl(completed);
    const fault = completed === '' ? null : explainUrl(completed);
    // A reason that the server gave stays until the URL changes.
    if (fault !== null) setErrors({ ...errors, url: fault });
  };

  const toggleAdvanced = () => {
    setIsAdvanced(!isAdvanced);
    setCode('');
    setErrors({ ...errors, code: null });
  };

  const showFailure = (error: unknown) => {
    onShortened(null);
    const isLoginMissing = error instanceof ApiError && error.code === 401;
    if (isLoginMissing) keepDraft(completeUrl(url));
    const text = isLoginMissing ? <LoginFirst /> : explainFailure(error, 'home.failed');
    toast('error', text);
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
    if (faults.url !== null) urlInput.current?.focus();
    if (faults.url !== null || faults.code !== null) {
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
          dropDraft();
          setUrl('');
          setCode('');
          setIsAdvanced(false);
        },
      },
    );
  };

  return (
    <form className="home-form" onSubmit={submit} noValidate>
      <FramedInput
        ref={urlInput}
        isLarge
        label={t('home.url.label')}
        placeholder={t('home.url.placeholder')}
        error={errors.url}
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
        onBlur={checkUrlOnBlur}
        action={
          <Button
            type="submit"
            className="home-create"
            variant={hasResult && url === '' ? 'default' : 'filled'}
            disabled={creation.isPending}
          >
            {t(creation.isPending ? 'home.creating' : 'home.create')}
          </Button>
        }
      />
      <button
        type="button"
        className="home-advanced-toggle"
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
