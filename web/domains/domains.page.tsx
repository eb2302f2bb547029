import { Box, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { LoadFailure } from '../failure-notice.tsx';
import { t } from '../language.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { AddDomainDialog } from './add-domain-dialog.tsx';
import { DomainItem } from './domain-item.tsx';
import { domainsQuery, type AddedDomain } from './domains.api.ts';
import { toHostName } from './host-name.ts';
import { useDomainDeletion } from './use-domain-deletion.tsx';
import './domains.css';

/** The further domains of the site. */
export function DomainsPage() {
  useDocumentTitle(t('domains.title'));
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<AddedDomain | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: domains } = useQuery(domainsQuery);
  const addButton = <Button onClick={() => setIsAdding(true)}>{t('domains.add')}</Button>;
  return (
    <>
      <PageHead
        ref={heading}
        title={t('domains.title')}
        actions={domains !== undefined && domains.length > 0 && addButton}
      />
      <DomainList added={added} addButton={addButton} onDeleted={() => heading.current?.focus()} />
      <AddDomainDialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={(domain) => {
          setAdded(domain);
          setIsAdding(false);
        }}
      />
    </>
  );
}

interface DomainListProps {
  /** The domain that this visit added last. */
  readonly added: AddedDomain | null;
  readonly addButton: ReactNode;
  readonly onDeleted: () => void;
}

function DomainList({ added, addButton, onDeleted }: DomainListProps) {
  const query = useQuery(domainsQuery);
  const { data: domains, isPending } = query;
  const remove = useDomainDeletion(onDeleted);
  if (isPending) return <Skeleton height={160} maw={768} aria-label={t('domains.loading')} />;
  if (domains === undefined) return <LoadFailure title={t('domains.failed')} query={query} />;
  if (domains.length === 0) {
    return (
      <Notice
        title={t('domains.empty')}
        text={t('domains.empty.text', { main: location.host })}
        action={addButton}
      />
    );
  }
  const hosts = domains.map(({ host }) => host);
  return (
    <>
      <Box component="p" c="dimmed" maw="44rem" mb="1rem">
        {t('domains.about', { main: location.host, host: toHostName(hosts[0]!) })}
      </Box>
      <ul className="domains">
        {domains.map((domain) => (
          <DomainItem
            key={domain.host}
            domain={domain}
            hosts={hosts}
            added={domain.host === added?.host ? added : null}
            onDelete={(domain) => void remove(domain)}
          />
        ))}
      </ul>
    </>
  );
}
