import { Button, Loader, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { FramedInput } from '../ui/framed-input.tsx';
import { fetchTitle, titleMax, ttlDaysMax, useCreateLink } from './links.api.ts';
import { findRefusedField } from './refused-field.ts';
import { shortLinkPrefix } from './short-link.ts';
import { findCodeFault } from './typed-code.ts';
import { completeUrl, findUrlFault } from './typed-url.ts';
import { ValidityField } from './validity-field.tsx';
import { toDays, type Validity } from './validity.ts';

interface AddLinkValues {
  long_url: string;
  title: string;
  short_url: string;
  validity: Validity;
}

function explainUrl(url: string): string | null {
  const fault = findUrlFault(completeUrl(url));
  if (fault === null) return null;
  return t(fault === 'url.empty' ? 'add.long.empty' : fault);
}

function explainCode(code: string): string | null {
  const fault = findCodeFault(code);
  return fault === null ? null : t(fault);
}

function explainValidity(validity: Validity): string | null {
  return toDays(validity) === null ? t('add.days.invalid', { max: ttlDaysMax }) : null;
}

export function AddLinkForm({ onAdded }: { readonly onAdded: () => void }) {
  const creation = useCreateLink();
  const [isReading, setIsReading] = useState(false);
  /** The title that was filled in, and for which long URL. */
  const filled = useRef({ url: '', title: '' });
  const form = useForm<AddLinkValues>({
    initialValues: { long_url: '', title: '', short_url: '', validity: { choice: '0', typed: '' } },
    validateInputOnBlur: ['long_url', 'short_url'],
    validate: {
      long_url: explainUrl,
      title: (title) =>
        Array.from(title).length > titleMax ? t('add.page.title.long', { max: titleMax }) : null,
      short_url: explainCode,
      validity: explainValidity,
    },
  });

  const fillTitle = async (url: string) => {
    if (findUrlFault(url) !== null || url === filled.current.url) return;
    if (form.getValues().title !== filled.current.title) return;
    const before = filled.current.title;
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

  const leaveUrl = () => {
    const url = completeUrl(form.getValues().long_url);
    form.setFieldValue('long_url', url);
    void fillTitle(url);
  };

  const submit = form.onSubmit(({ long_url, short_url, title, validity }) => {
    creation.mutate(
      {
        long_url: completeUrl(long_url),
        short_url: short_url.trim(),
        title,
        ttl_days: toDays(validity) ?? 0,
      },
      {
        onSuccess: () => {
          toast('success', t('add.done'));
          onAdded();
        },
        onError: (error) => {
          const text = explainFailure(error, 'add.failed');
          const field = findRefusedField(error);
          toast('error', text);
          if (field !== null) form.setFieldError(field, text);
        },
      },
    );
  });

  const url = form.getInputProps('long_url');
  const code = form.getInputProps('short_url');
  return (
    <form className="add-form" onSubmit={submit} noValidate>
      <TextInput
        {...url}
        label={t('add.long')}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        onBlur={() => {
          leaveUrl();
          form.validateField('long_url');
        }}
      />
      <TextInput
        {...form.getInputProps('title')}
        label={t('add.page.title')}
        description={t(isReading ? 'add.page.title.reading' : 'add.page.title.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={isReading ? <Loader size={16} /> : null}
        autoComplete="off"
      />
      <FramedInput
        label={t('add.code')}
        help={t('add.code.help')}
        prefix={shortLinkPrefix()}
        error={form.errors['short_url']}
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
      />
      <Button type="submit" fullWidth disabled={creation.isPending}>
        {t(creation.isPending ? 'add.submitting' : 'add.submit')}
      </Button>
    </form>
  );
}
