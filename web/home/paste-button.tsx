import { ActionIcon } from '@mantine/core';
import { IconClipboard } from '@tabler/icons-react';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';

/** Browsers hide the clipboard from pages on plain http. */
const canRead = window.isSecureContext && typeof navigator.clipboard?.readText === 'function';

/** Pastes the clipboard into the field. */
export function PasteButton({ onPaste }: { readonly onPaste: (text: string) => void }) {
  if (!canRead) return null;
  const paste = async () => {
    try {
      onPaste(await navigator.clipboard.readText());
    } catch {
      toast('warning', t('home.paste.failed'));
    }
  };
  return (
    <ActionIcon
      className="home-paste"
      data-goes-on
      variant="subtle"
      color="gray"
      size="2.75rem"
      aria-label={t('home.paste')}
      title={t('home.paste')}
      onClick={() => void paste()}
    >
      <IconClipboard size={22} aria-hidden />
    </ActionIcon>
  );
}
