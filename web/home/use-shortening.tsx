import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../api.ts';
import { explainFailure, explainReason, findRestorableUntil } from '../failure.ts';
import { t } from '../language.ts';
import { findRefusedField } from '../links/form/faults.ts';
import { type CreatedLink, useCreateLink } from '../links/links.api.ts';
import { toast } from '../toast.tsx';
import { completeUrl } from '../urls/typed-url.ts';
import {
  removeDraft,
  storeDraft,
  type ShortenFields,
  explainCode,
  explainUrl,
} from './use-shorten-fields.ts';

/** A new short link, and the place of its long URL on the page. */
export interface Shortened {
  readonly link: CreatedLink;
  readonly from: DOMRect | null;
  readonly at: number;
}

/** Creates the short link. `onShortened` receives null after a failure. */
export function useShortening(
  fields: ShortenFields,
  onShortened: (shortened: Shortened | null) => void,
) {
  const creation = useCreateLink();
  const [binned, setBinned] = useState<{ url: string; code: string } | null>(null);
  const { url, code, urlInput, codeInput } = fields;

  const showFailure = (error: unknown) => {
    onShortened(null);
    const isBinned = findRestorableUntil(error) !== undefined;
    setBinned(isBinned ? { url: completeUrl(url), code: code.trim() } : null);
    const isLoginMissing = error instanceof ApiError && error.code === 401;
    if (isLoginMissing) storeDraft(completeUrl(url));
    const text = isLoginMissing ? <LoginFirst /> : explainReason(error, 'home.failed');
    toast('error', isLoginMissing ? text : explainFailure(error, 'home.failed'));
    const isCode = findRefusedField(error) === 'short_url';
    fields.setErrors({ url: isCode ? null : text, code: isCode ? text : null });
    (isCode ? codeInput : urlInput).current?.focus();
  };

  const showShortened = (link: CreatedLink) => {
    const from = urlInput.current?.getBoundingClientRect() ?? null;
    onShortened({ link, from, at: Date.now() });
    removeDraft();
    fields.clear();
  };

  const create = (link: Parameters<typeof creation.mutate>[0]) =>
    creation.mutate(link, { onError: showFailure, onSuccess: showShortened });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creation.isPending) return;
    const completed = completeUrl(url);
    fields.setUrl(completed);
    const faults = { url: explainUrl(completed), code: explainCode(code) };
    fields.setErrors(faults);
    if ((faults.url ?? faults.code) !== null) {
      (faults.url === null ? codeInput : urlInput).current?.focus();
      onShortened(null);
      return;
    }
    create({ long_url: completed, short_url: code.trim(), title: '' });
  };

  const isStill = binned?.url === completeUrl(url) && binned.code === code.trim();
  const wanted = isStill ? { long_url: binned.url, short_url: binned.code, domain: '' } : null;
  return {
    isPending: creation.isPending,
    submit,
    binned: wanted,
    restore: () => wanted !== null && create({ ...wanted, restore: 1 }),
  };
}

/** Explains that only a login can create links, and links to the login page. */
function LoginFirst() {
  return (
    <>
      {t('login.first')}{' '}
      <Link to="/login" className="home-login">
        {t('nav.login')}
      </Link>
    </>
  );
}
