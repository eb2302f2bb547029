import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../language.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { linkQuery, useAddress } from './link.api.ts';
import { SettingsForm } from './settings-form.tsx';
import '../ui/fields/switch.css';
import './settings.css';

const fields = [0, 1, 2, 3];

export function LinkSettingsPage() {
  const { code } = useAddress();
  useDocumentTitle(t('link.settings.of', { code }));
  const { data: link } = useQuery(linkQuery(code));
  // Another code makes another form, with a new guard for unsaved changes.
  if (link) return <SettingsForm key={code} link={link} />;
  return (
    <Stack component="output" aria-label={t('link.loading')} gap="xl">
      {fields.map((field) => (
        <Skeleton key={field} component="span" display="block" height={60} />
      ))}
    </Stack>
  );
}
