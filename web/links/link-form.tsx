import { Button, Loader, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DomainField } from '../domains/domain-field.tsx';
import { t } from '../language.ts';
import { shortLinkPrefix } from '../short-link.ts';
import { toReadableHost } from '../ui/readable-url.ts';
import { FramedInput } from '../ui/framed-input.tsx';
import type { LinkValues } from './link-values.ts';
import { LongUrlField } from './long-url-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { RestoreOffer } from './restore-offer.tsx';
import { useLinkForm, type LinkFormOptions } from './use-link-form.ts';
import { ValidityField } from './validity-field.tsx';

interface LinkFormProps extends LinkFormOptions {
  readonly titleHelp?: string;
  /** Appears beside a changed code. */
  readonly codeWarning?: string;
  /** Whether a deleted link can come back in place of a new one. */
  readonly canRestore?: boolean;
}

/** The form to add or to edit a link. */
export function LinkForm({
  titleHelp,
  codeWarning,
  canRestore = false,
  ...options
}: LinkFormProps) {
  const { initial, texts } = options;
  const { form, isReading, isSaving, ...state } = useLinkForm(options);
  const { short_url: code, domain } = form.values;
  const isOther = code.trim() !== initial.short_url || domain !== initial.domain;
  return (
    <form className="add-form" onSubmit={state.submit} noValidate>
      {state.isRestored && <RestoredDraft onDrop={state.resetForm} />}
      <LongUrlField form={form} onTyped={(url) => void state.fillTitle(url)} />
      <TextInput
        {...form.getInputProps('title')}
        label={t('add.page.title')}
        description={isReading ? t('add.page.title.reading') : titleHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={isReading ? <Loader size={16} /> : null}
        autoComplete="off"
      />
      <DomainField
        value={domain}
        error={form.errors['domain']}
        onChange={(host) => form.setFieldValue('domain', host)}
      />
      <CodeField
        form={form}
        help={isOther && codeWarning !== undefined ? codeWarning : t(texts.codeHelp)}
      />
      <RestoreOffer
        wanted={canRestore ? state.binned : null}
        isBusy={isSaving}
        onRestore={state.restore}
      />
      <ValidityField
        value={form.values.validity}
        error={form.errors['validity']}
        onChange={(validity) => form.setFieldValue('validity', validity)}
        onBlur={() => form.validateField('validity')}
      />
      <MoreFields form={form} isOpen={state.isMoreOpen} onToggle={state.setMoreOpen} />
      <Button type="submit" fullWidth disabled={isSaving}>
        {t(isSaving ? texts.submitting : texts.submit)}
      </Button>
    </form>
  );
}

/** Tells that the form shows a draft. */
function RestoredDraft({ onDrop }: { readonly onDrop: () => void }) {
  return (
    <p className="add-restored">
      {t('add.restored')}
      <Button size="compact-sm" variant="subtle" onClick={onDrop}>
        {t('add.restored.drop')}
      </Button>
    </p>
  );
}

interface CodeFieldProps {
  readonly form: UseFormReturnType<LinkValues>;
  readonly help: string;
}

function CodeField({ form, help }: CodeFieldProps) {
  const code = form.getInputProps('short_url');
  return (
    <FramedInput
      label={t('add.code')}
      help={help}
      prefix={shortLinkPrefix(toReadableHost(form.values.domain))}
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
  );
}
