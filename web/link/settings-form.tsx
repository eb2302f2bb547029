import { Box, Stack, Switch } from '@mantine/core';
import { useId, useRef, type ReactNode, type RefObject } from 'react';
import type { Link } from '../../contracts/links/links.ts';
import { t } from '../language.ts';
import { toEdit } from '../links/form/link-draft.ts';
import { LinkParts } from '../links/form/link-parts.tsx';
import { useLinkForm, type LinkForm } from '../links/form/use-link-form.ts';
import { useStoredFields } from '../form/stored-fields.ts';
import { toast } from '../toast.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { useSaveKey } from '../form/use-save-key.ts';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { formatFieldNames } from './edits.ts';
import { useLinkEdits } from './link.api.ts';
import { RoutingSections } from '../links/routing/routing-sections.tsx';
import type { HistoryField } from '../../contracts/links/link-fields.constants.ts';
import { linkFields, type Fields, type LinkValues } from '../links/form/link-fields.ts';
import { routingFields, type RoutingValues } from '../links/routing/routing-fields.ts';

/** All settings of a link in one form. */
export function SettingsForm({ link }: { readonly link: Link }) {
  const root = useRef<HTMLFormElement>(null);
  const form = useSettings(link, root);
  const { changed, isSaving } = form;
  return (
    <Box
      component="form"
      ref={root}
      maw="62rem"
      aria-label={t('link.settings')}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
      noValidate
    >
      <Section title={t('link.section.target')}>
        <LinkParts form={form} names={['long_url', 'short_url']} />
        <ActiveSwitch link={link} form={form} />
      </Section>
      <Section title={t('link.section.about')}>
        <LinkParts form={form} names={['title', 'tags', 'texts']} />
      </Section>
      <RoutingSections form={form} />
      <SaveBar
        changed={
          changed.length > 0 ? t('link.changed', { fields: formatFieldNames(changed) }) : null
        }
        isSaving={isSaving}
        onDiscard={form.reset}
      />
    </Box>
  );
}

function useSettings(link: Link, root: RefObject<HTMLFormElement | null>): LinkForm<LinkSettings> {
  const { save } = useLinkEdits();
  const form = useLinkForm<LinkSettings>({
    root,
    fields: settingsFields,
    link,
    isDialog: false,
    save: async (input) => {
      const after = await save(link, toEdit(settingsFields, input, input.changed));
      toast('success', t('edit.done'));
      return after;
    },
  });
  useUnsavedGuard(form.changed.length > 0, form.isSaving);
  useSaveKey(root, form.submit);
  // No password is stored.
  const { password: _, ...storable } = form.typed;
  useStoredFields('link', { values: JSON.stringify(storable) }, ({ values }) =>
    form.restore(JSON.parse(values) as Partial<LinkSettings>),
  );
  return form;
}

interface ActiveSwitchProps {
  readonly link: Link;
  readonly form: LinkForm<LinkSettings>;
}

function ActiveSwitch({ link, form: { values, changed, set } }: ActiveSwitchProps) {
  // The server does not change the switch of an expired link.
  const isOver = link.state === 'expired' && !changed.includes('expires_at');
  return (
    <Switch
      checked={values.is_active}
      onChange={({ currentTarget: { checked } }) => set({ is_active: checked })}
      label={t('link.active')}
      description={t(isOver ? 'link.active.over' : 'link.active.help')}
      disabled={isOver}
    />
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A group of fields with a heading. */
function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section className="link-section" aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <Stack gap="1.25rem" miw={0}>
        {children}
      </Stack>
    </section>
  );
}

/** The values of all settings of a link. */
export interface LinkSettings extends LinkValues, RoutingValues {
  readonly is_active: boolean;
}

const { is_count_only, shows_numbers, ...firstFields } = linkFields;

/** In the order of the form and of the history. */
const settingsFields = {
  ...firstFields,
  is_active: {
    empty: true,
    // `is_active` of an expired link is always 0, whatever its switch.
    read: ({ state }) => state !== 'off',
    toEdit: ({ is_active: isActive }) => ({ is_active: Number(isActive) }),
  },
  is_count_only,
  shows_numbers,
  ...routingFields,
} satisfies Fields<LinkSettings> & Record<Exclude<HistoryField, 'owner'>, unknown>;
