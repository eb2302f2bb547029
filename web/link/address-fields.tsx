import { TextInput } from '@mantine/core';
import type { Link } from '../../contracts/links.ts';
import { DomainField } from '../domains/domain-field.tsx';
import { t } from '../language.ts';
import { CampaignTags } from '../links/campaign-tags.tsx';
import { toLinkName, toReadableHost } from '../ui/readable-url.ts';
import { shortLinkPrefix } from '../short-link.ts';
import { completeUrl, findUrlFault, readPastedUrl } from '../typed-url.ts';
import { FramedInput } from '../ui/framed-input.tsx';
import { plainInput } from '../ui/plain-input.ts';
import { toTextProps } from './field-props.ts';
import { FieldsSection } from './fields-section.tsx';
import type { SettingsState } from './use-link-settings.ts';

interface AddressFieldsProps {
  readonly link: Link;
  readonly settings: SettingsState;
}

/** The fields for the long URL and the code. */
export function AddressFields({ link, settings }: AddressFieldsProps) {
  const { values, changed, set, leave, refuse } = settings;
  const codeHelp = changed.includes('short_url')
    ? t('edit.code.warning', { code: toLinkName(link) })
    : t('edit.code.help');
  return (
    <FieldsSection title={t('link.section.target')}>
      <div className="link-url">
        <TextInput
          {...toTextProps(settings, 'long_url')}
          label={t('add.long')}
          description={t('add.long.help')}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          onPaste={(event) => {
            // The browser would join the lines.
            const url = readPastedUrl(event.clipboardData.getData('text/plain'));
            if (url === null) return;
            event.preventDefault();
            if (findUrlFault(url) === null) set({ long_url: url });
            else refuse({ long_url: t('url.several') });
          }}
          onBlur={() => {
            // Only for changed URLs: `completeUrl` would cut a stored URL that ends like a sentence.
            if (changed.includes('long_url')) set({ long_url: completeUrl(values.long_url) });
            leave('long_url');
          }}
        />
        <CampaignTags url={values.long_url} onChange={(url) => set({ long_url: url })} />
      </div>
      <DomainField
        value={values.domain}
        onChange={(domain) => {
          set({ domain });
          leave('short_url');
        }}
      />
      <FramedInput
        {...toTextProps(settings, 'short_url')}
        {...plainInput}
        label={t('add.code')}
        help={codeHelp}
        prefix={shortLinkPrefix(toReadableHost(values.domain))}
      />
    </FieldsSection>
  );
}
