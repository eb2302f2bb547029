import { useNavigate } from '@tanstack/react-router';
import { t } from '../language.ts';
import { toLinkName } from '../ui/readable-url.ts';
import { toShortLink, toStoredCode } from '../short-link.ts';
import { toast } from '../toast.tsx';
import { copyText } from '../ui/copy-text.ts';
import type { Link } from './links.api.ts';
import { isSelected } from './selection.ts';
import { toStats } from './stats-link.ts';
import type { LinksPageState } from './use-links-page.ts';
import { useListKeys } from './use-list-keys.ts';

type State = Pick<
  LinksPageState,
  'list' | 'shown' | 'selected' | 'dialogs' | 'actions' | 'deleteOne' | 'searchField' | 'undo'
>;

/** Connects the keys of the list to the actions of the page. */
export function useLinksPageKeys(page: State) {
  const { list, selected, dialogs, actions } = page;
  const navigate = useNavigate();
  useListKeys({
    list,
    links: page.shown.links,
    onRow: {
      edit: dialogs.edit,
      stats: (link) => void navigate(toStats(toStoredCode(link))),
      copy: (link) => void copyShortLink(link),
      qr: (link) => dialogs.showQr(toStoredCode(link)),
      duplicate: dialogs.duplicate,
      select: ({ id }, hasShift) => selected.toggle(id, hasShift),
      delete: (link) =>
        isSelected(selected.selection, link.id) ? actions.deleteSelected() : page.deleteOne(link),
    },
    onPage: {
      search: () => page.searchField.current?.select(),
      add: dialogs.add,
      undo: page.undo,
      help: dialogs.showKeys,
    },
  });
}

async function copyShortLink(link: Link) {
  const code = toStoredCode(link);
  const isCopied = await copyText(toShortLink(code));
  if (isCopied) toast('success', t('links.copied', { code: toLinkName(link) }));
  else toast('warning', t('copy.failed'));
}
