import { Button, Loader, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { explainFailure } from '../failure.ts';
import { t, type TextKey } from '../language.ts';
import { shortLinkPrefix } from '../short-link.ts';
import { explainTags } from '../tags/explain-tags.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { toast } from '../toast.tsx';
import { FramedInput } from '../ui/framed-input.tsx';
import { initialFocus } from '../ui/initial-focus.ts';
import { CampaignTags } from './campaign-tags.tsx';
import {
  DESCRIPTION_MAX,
  NOTE_MAX,
  TITLE_MAX,
  TTL_DAYS_MAX,
} from '../../contracts/links.constants.ts';
import { fetchTitle } from './links.api.ts';
import { removeDraft } from './link-drafts.ts';
import { hasMore, type LinkValues } from './link-values.ts';
import { MoreFields } from './more-fields.tsx';
import { findRefusedField } from './refused-field.ts';
import { completeUrl, findUrlFault, hasLines } from '../typed-url.ts';
import { useInitialDraft, useDraftStorage } from './use-link-draft.ts';
import { ValidityField } from './validity-field.tsx';
import { isSameValidity, toExpiry } from './validity.ts';

interface LinkFormProps {
  /** The name of the draft. */
  readonly draftName: string;
  /** True: the form starts with a draft if there is one. */
  readonly restoresDraft: boolean;
  readonly initial: LinkValues;
  readonly texts: Readonly<Record<'codeHelp' | 'submit' | 'submitting' | 'failed', TextKey>>;
  readonly titleHelp?: string;
  /** Explains the error in a code; null: no error. */
  readonly explainCode: (code: string, values: LinkValues) => string | null;
  /** Appears beside a changed code. */
  readonly codeWarning?: string;
  /** Sends the values. The form shows its errors, beside the field where possible. */
  readonly save: (values: LinkValues) => Promise<void>;
}

const moreFields = ['tags', 'description', 'note'] as const;

function explainUrl(url: string): string | null {
  const fault = findUrlFault(completeUrl(url));
  if (fault === null) return null;
  return t(fault === 'url.empty' ? 'add.long.empty' : fault);
}

/** The server also counts after trimming. */
function explainLength(text: string, max: number): string | null {
  return text.trim().length > max ? t('add.text.long', { max }) : null;
}

/** The form to add or to edit a link. */
export function LinkForm({
  draftName,
  restoresDraft,
  initial,
  texts,
  titleHelp,
  explainCode,
  codeWarning,
  save,
}: LinkFormProps) {
  const [isReading, setIsReading] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const draft = useInitialDraft(draftName, restoresDraft);
  const [isRestored, setIsRestored] = useState(draft !== null);
  /** The automatic title, and the long URL that it belongs to. */
  const filled = useRef(draft?.filled ?? { url: initial.long_url, title: '' });
  const form = useForm<LinkValues>({
    initialValues: draft?.values ?? initial,
    validateInputOnBlur: ['long_url', 'title', 'description', 'note', 'short_url'],
    validate: {
      long_url: explainUrl,
      title: (title) => explainLength(title, TITLE_MAX),
      description: (description) => explainLength(description, DESCRIPTION_MAX),
      note: (note) => explainLength(note, NOTE_MAX),
      tags: explainTags,
      short_url: explainCode,
      validity: (validity) =>
        isSameValidity(validity, initial.validity) || toExpiry(validity) !== null
          ? null
          : t('add.validity.invalid', { max: TTL_DAYS_MAX }),
    },
  });

  const [isMoreOpen, setMoreOpen] = useState(hasMore(form.values));

  useDraftStorage(draftName, initial, form.values, filled, isRestored);

  const resetForm = () => {
    filled.current = { url: initial.long_url, title: '' };
    form.setValues(initial);
    form.clearErrors();
    setIsRestored(false);
    form.getInputNode('long_url')?.focus();
  };

  const fillTitle = async (url: string) => {
    if (findUrlFault(url) !== null || url === filled.current.url) return;
    const before = form.getValues().title;
    // Keep a typed title. Fill a cleared one again.
    if (before !== '' && before !== filled.current.title) return;
    filled.current = { url, title: before };
    setIsReading(true);
    const title = await fetchTitle(url);
    if (filled.current.url !== url) return;
    setIsReading(false);
    form.setValues((values) => {
      if (values.title !== before || title === '') return {};
      filled.current = { url, title };
      return { title };
    });
  };

  const completeUrlOnBlur = () => {
    const url = completeUrl(form.getValues().long_url);
    form.setFieldValue('long_url', url);
    void fillTitle(url);
  };

  const submit = async (values: LinkValues) => {
    setIsSaving(true);
    try {
      await save({
        ...values,
        long_url: completeUrl(values.long_url),
        short_url: values.short_url.trim(),
      });
      removeDraft(draftName);
    } catch (error) {
      const text = explainFailure(error, texts.failed);
      const field = findRefusedField(error);
      toast('error', text);
      if (field !== null) form.setFieldError(field, text);
      setIsSaving(false);
    }
  };

  const code = form.getInputProps('short_url');
  const isOtherCode = code.value.trim() !== initial.short_url;
  return (
    <form
      className="add-form"
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        (errors) => {
          // A collapsed field cannot take the focus.
          if (moreFields.some((field) => field in errors)) flushSync(() => setMoreOpen(true));
          focusFirstError(form, errors);
        },
      )}
      noValidate
    >
      {isRestored && (
        <p className="add-restored">
          {t('add.restored')}
          <Button size="compact-sm" variant="subtle" onClick={resetForm}>
            {t('add.restored.drop')}
          </Button>
        </p>
      )}
      <div className="link-url">
        <TextInput
          {...form.getInputProps('long_url')}
          label={t('add.long')}
          // The error replaces the help in the same place: nothing moves under the pointer.
          description={t('add.long.help')}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...initialFocus}
          onPaste={(event) => {
            if (!hasLines(event.clipboardData.getData('text/plain'))) return;
            event.preventDefault();
            form.setFieldError('long_url', t('url.several'));
          }}
          onBlur={() => {
            completeUrlOnBlur();
            form.validateField('long_url');
          }}
        />
        <CampaignTags
          url={form.values.long_url}
          onChange={(url) => form.setFieldValue('long_url', url)}
        />
      </div>
      <TextInput
        {...form.getInputProps('title')}
        label={t('add.page.title')}
        description={isReading ? t('add.page.title.reading') : titleHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={isReading ? <Loader size={16} /> : null}
        autoComplete="off"
      />
      <FramedInput
        label={t('add.code')}
        help={isOtherCode && codeWarning !== undefined ? codeWarning : t(texts.codeHelp)}
        prefix={shortLinkPrefix()}
        error={form.errors['short_url']}
        data-path="short_url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={code.value}
        onChange={code.onChange}
        onBlur={code.onBlur}
      />
      <ValidityField
        value={form.values.validity}
        error={form.errors['validity']}
        onChange={(validity) => form.setFieldValue('validity', validity)}
        onBlur={() => form.validateField('validity')}
      />
      <MoreFields form={form} isOpen={isMoreOpen} onToggle={setMoreOpen} />
      <Button type="submit" fullWidth disabled={isSaving}>
        {t(isSaving ? texts.submitting : texts.submit)}
      </Button>
    </form>
  );
}
