import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { splitCode } from '../../contracts/links/domain-code.ts';
import { t } from '../language.ts';
import { formatCode } from '../stats/format-value.ts';
import { Notice } from '../ui/notice.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { canBeCreated } from '../urls/short-link.ts';

/** The page for a code that no link has. */
export function LinkNotFound({ code }: { readonly code: string }) {
  const { domain, code: wanted } = splitCode(code);
  const title = t('link.none', { code: formatCode(code) });
  useDocumentTitle(title);
  return (
    <Notice
      isPage
      title={title}
      text={t('link.none.text')}
      action={
        <Group>
          <Button
            renderRoot={(props) => <Link to="/admin/$name" params={{ name: 'list' }} {...props} />}
          >
            {t('link.none.list')}
          </Button>
          {canBeCreated(wanted) && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link
                  to="/admin/$name"
                  params={{ name: 'list' }}
                  search={{ new: 1, code: wanted, domain: domain || undefined }}
                  {...props}
                />
              )}
            >
              {t('link.none.create')}
            </Button>
          )}
        </Group>
      }
    />
  );
}
