import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../language.ts';
import { findUrlFault, readPastedUrl } from '../typed-url.ts';
import { initialFocus } from '../ui/initial-focus.ts';
import { CampaignTags } from './campaign-tags.tsx';
import { completeLongUrl, type LinkValues } from './link-values.ts';

interface LongUrlFieldProps {
  readonly form: UseFormReturnType<LinkValues>;
  /** Called with the complete URL after the input. */
  readonly onTyped: (url: string) => void;
}

/** The field for the long URL, with its campaign tags. */
export function LongUrlField({ form, onTyped }: LongUrlFieldProps) {
  const completeUrlOnBlur = () => {
    const url = completeLongUrl(form, form.getValues().long_url);
    form.setFieldValue('long_url', url);
    onTyped(url);
  };
  return (
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
          const url = readPastedUrl(event.clipboardData.getData('text/plain'));
          if (url === null) return;
          event.preventDefault();
          if (findUrlFault(url) === null) form.setFieldValue('long_url', url);
          else form.setFieldError('long_url', t('url.several'));
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
  );
}
