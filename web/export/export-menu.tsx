import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { exportLinks } from '../../contracts/export.ts';
import type { RequestOf } from '../../contracts/route.ts';
import { download, endpoint } from '../api.ts';
import { t } from '../language.ts';
import { toast, toastFailure } from '../toast.tsx';
import { LateMenu, type ButtonElement } from '../ui/late-menu.tsx';
import { saveFile } from '../ui/save-file.ts';

const exportFile = endpoint<typeof exportLinks>('GET', '/api/export');

export type ExportedLinks = RequestOf<typeof exportLinks>;

const choices = { csv: { format: 'csv' }, excel: { excel: 1 }, json: { format: 'json' } } as const;

interface ExportMenuProps {
  /** What to export: ids or filters, and the order. */
  readonly links: ExportedLinks;
  /** True: the menu is inside another popover, which a press outside closes. */
  readonly isInside?: boolean;
  /** The button that opens it. */
  readonly children: (isRunning: boolean) => ButtonElement;
}

/** Saves links as a file: the list as it is shown, or the selection. */
export function ExportMenu({ links, isInside = false, children }: ExportMenuProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: (kind: keyof typeof choices) =>
      download(exportFile, { ...links, ...choices[kind] }),
    onSuccess: (file) => {
      saveFile(file);
      toast('success', t('links.exported'));
    },
    onError: toastFailure('links.export.failed'),
  });
  return (
    <LateMenu
      withinPortal={!isInside}
      portalProps={{ target: 'main' }}
      position="bottom-end"
      button={children(isPending)}
    >
      {(['csv', 'excel', 'json'] as const).map((kind) => (
        <Menu.Item key={kind} onClick={() => mutate(kind)}>
          {t(`links.export.${kind}`)}
        </Menu.Item>
      ))}
    </LateMenu>
  );
}
