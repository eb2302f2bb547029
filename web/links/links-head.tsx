import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { PageHead } from '../ui/page-head.tsx';
import { usePhone } from '../ui/use-phone.ts';
import type { LinksPageState } from './use-links-page.ts';

/** The heading of the list page, with the number of links and the buttons. */
export function LinksHead({ page }: { readonly page: LinksPageState }) {
  const { heading, hasLinks, selected, actions, dialogs } = page;
  const { total, isSearch } = page.shown;
  const isPhone = usePhone();
  return (
    <PageHead
      ref={heading}
      title={t('links.title')}
      note={
        total !== undefined &&
        total > 0 &&
        t(isSearch ? 'links.found' : 'links.count', {
          count: total,
          shown: formatNumber(total, locale),
        })
      }
      actions={
        hasLinks && (
          <>
            {selected.count === 0 && (
              <Button
                className="links-delete"
                variant="default"
                leftSection={isPhone && <IconTrash size={18} aria-hidden />}
                onClick={actions.deleteSelected}
              >
                <span className="links-label">{t('links.delete.selected')}</span>
              </Button>
            )}
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialogs.add}>
              {t('links.add')}
            </Button>
          </>
        )
      }
    />
  );
}
