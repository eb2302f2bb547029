import { useMemo, useState } from 'react';
import { toDuplicateTask } from './link-task.ts';
import type { Link } from './links.api.ts';
import type { ListDialog } from './list-dialogs.tsx';
import type { useListView } from './use-list-view.ts';

type View = Pick<ReturnType<typeof useListView>, 'view' | 'prefill' | 'clearPrefill'>;

/** The open dialog of the list page. The address can open the Add dialog, too. */
export function useListDialog({ view, prefill, clearPrefill }: View) {
  const [opened, open] = useState<ListDialog | null>(null);
  const { isNew, url, code, title } = prefill;
  // A list of one domain adds to it.
  const domain = view.filters.domain ?? '';
  const prefilled = useMemo(
    () => (isNew ? ({ kind: 'add', url, code, title, domain } as const) : null),
    [isNew, url, code, title, domain],
  );
  return {
    dialog: opened ?? prefilled,
    open,
    add: () => open({ kind: 'add', url: '', code: '', title: '', domain }),
    edit: (link: Link) => open({ kind: 'edit', link }),
    duplicate: (link: Link) => open(toDuplicateTask(link)),
    showQr: (code: string) => open({ kind: 'qr', code }),
    showKeys: () => open({ kind: 'keys' }),
    close: () => {
      open(null);
      clearPrefill();
    },
  };
}
