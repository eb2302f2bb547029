import { Box, InputBase, Loader, Switch, TextInput } from '@mantine/core';
import { DomainField } from '../../domains/domain-field.tsx';
import { t } from '../../language.ts';
import { shortLinkPrefix } from '../../urls/short-link.ts';
import { TagsField } from '../../tags/tags-field.tsx';
import { findUrlFault, readPastedUrl } from '../../urls/typed-url.ts';
import { FramedInput } from '../../ui/fields/framed-input.tsx';
import { initialFocus } from '../../ui/fields/initial-focus.ts';
import { plainInput, urlInput } from '../../ui/fields/plain-input.ts';
import { toLinkName, toReadableHost } from '../../ui/text/readable-url.ts';
import { CampaignTags } from '../campaign/campaign-tags.tsx';
import { completeLongUrl } from './link-fields.ts';
import { toTextProps, type LinkForm } from './use-link-form.ts';
import type { TitleFill } from './use-title-fill.ts';
import { ValidityField } from './validity-field.tsx';
import '../../ui/fields/switch.css';

interface PartProps {
  readonly form: LinkForm;
  /** Fills the title of a page; undefined: only the user does. */
  readonly titles?: TitleFill | undefined;
}

interface LinkPartsProps extends PartProps {
  readonly names: readonly (keyof typeof parts)[];
}

/** The parts of a link that every form of it can show. */
export function LinkParts({ names, ...props }: LinkPartsProps) {
  return names.map((name) => {
    const Part = parts[name];
    return <Part key={name} {...props} />;
  });
}

const parts = {
  long_url: LongUrlPart,
  title: TitlePart,
  short_url: CodePart,
  expires_at: ValidityPart,
  tags: TagsPart,
  texts: TextsPart,
  statistics: StatisticsPart,
};

function LongUrlPart({ form, titles }: PartProps) {
  const { values, before, set, leave, refuse } = form;
  return (
    <Box pos="relative">
      <TextInput
        {...toTextProps(form, 'long_url')}
        {...urlInput}
        label={t('links.long')}
        // The error replaces the help in the same place: nothing moves under the pointer.
        description={t('add.long.help')}
        {...(form.isDialog && initialFocus)}
        onPaste={(event) => {
          // The browser would join the lines.
          const url = readPastedUrl(event.clipboardData.getData('text/plain'));
          if (url === null) return;
          event.preventDefault();
          if (findUrlFault(url) === null) set({ long_url: url });
          else refuse({ long_url: t('url.several') });
        }}
        onBlur={() => {
          const url = completeLongUrl(values.long_url, before.long_url);
          if (url !== values.long_url) set({ long_url: url });
          leave('long_url');
          void titles?.fillTitle(url);
        }}
      />
      <CampaignTags url={values.long_url} onChange={(url) => set({ long_url: url })} />
    </Box>
  );
}

function TitlePart({ form, titles }: PartProps) {
  const help = form.link === null ? t('add.page.title.help') : undefined;
  const isReading = titles?.isReading === true;
  return (
    <TextInput
      {...toTextProps(form, 'title')}
      label={t('links.page.title')}
      description={isReading ? t('add.page.title.reading') : help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={isReading ? <Loader size={16} /> : null}
    />
  );
}

function CodePart({ form }: PartProps) {
  const { link, values, errors, changed, set, leave } = form;
  const isOther = link !== null && changed.includes('short_url');
  const help = t(link === null ? 'home.code.help' : 'edit.code.help');
  return (
    <>
      <DomainField
        value={values.domain}
        error={errors['domain']}
        onChange={(domain) => {
          set({ domain });
          leave('short_url');
        }}
      />
      <FramedInput
        {...toTextProps(form, 'short_url')}
        {...plainInput}
        label={t('home.code.label')}
        help={isOther ? t('edit.code.warning', { code: toLinkName(link) }) : help}
        prefix={shortLinkPrefix(toReadableHost(values.domain))}
      />
    </>
  );
}

function ValidityPart({ form: { values, errors, set, leave } }: PartProps) {
  return (
    <ValidityField
      value={values.expires_at}
      error={errors['expires_at']}
      onChange={(validity) => set({ expires_at: validity })}
      onBlur={() => leave('expires_at')}
    />
  );
}

function TagsPart({ form: { values, errors, set } }: PartProps) {
  return (
    <TagsField
      path="tags"
      names={values.tags}
      error={errors['tags']}
      onChange={(tags) => set({ tags })}
    />
  );
}

function TextsPart({ form }: PartProps) {
  const area = { component: 'textarea', multiline: true } as const;
  return (
    <>
      <InputBase
        {...toTextProps(form, 'description')}
        {...area}
        rows={2}
        label={t('add.description')}
        description={t('add.description.help')}
      />
      <InputBase
        {...toTextProps(form, 'note')}
        {...area}
        rows={form.isDialog ? 2 : 3}
        label={t('add.note')}
        description={t('add.note.help')}
      />
    </>
  );
}

function StatisticsPart({ form: { values, set } }: PartProps) {
  return (
    <>
      <Switch
        label={t('edit.count.only')}
        description={t('edit.count.only.help')}
        checked={values.is_count_only}
        onChange={({ currentTarget: { checked } }) => set({ is_count_only: checked })}
      />
      <Switch
        label={t('edit.shows.numbers')}
        checked={values.shows_numbers}
        onChange={({ currentTarget: { checked } }) => set({ shows_numbers: checked })}
      />
    </>
  );
}
