import { Textarea } from '@mantine/core';
import { t } from '../../language.ts';
import type { SettingsFieldsProps } from './settings-values.ts';

const html = {
  autosize: true,
  minRows: 3,
  maxRows: 14,
  spellCheck: false,
  classNames: { input: 'mono' },
} as const;

/** The fields for custom HTML above and below public pages. */
export function HtmlFields({ form }: SettingsFieldsProps) {
  return (
    <>
      <Textarea
        {...form.getInputProps('header')}
        {...html}
        label={t('settings.html.header')}
        description={t('settings.html.header.help')}
      />
      <Textarea
        {...form.getInputProps('footer')}
        {...html}
        label={t('settings.html.footer')}
        description={t('settings.html.footer.help')}
      />
    </>
  );
}
