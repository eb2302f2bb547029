import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { splitCode } from '../../contracts/links/domain-code.ts';
import { t } from '../language.ts';
import { Notice } from '../ui/notice.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { canBeCreated } from '../urls/short-link.ts';

/** The page for a code that no link has. */
export function LinkNotFound({ code }: { readonly code: string }) {
  const { domain, code: wanted } = splitCode(code);
  useDocumentTitle(t('link.none', { code }));
  return (
    <Notice
      isPage
      title={t('link.none', { code })}
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
