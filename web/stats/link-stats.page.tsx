import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { t } from '../language.ts';
import { Notice } from '../ui/notice.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { LinkHeading } from './link-heading.tsx';
import { Statistics } from './statistics.tsx';
import { linkQuery } from './stats.api.ts';

/** Who came to one link. */
export function LinkStatsPage() {
  const { code } = useParams({ from: '/admin/stats/$code' });
  useDocumentTitle(t('stats.of', { code }));
  const link = useQuery(linkQuery(code)).data;
  if (link === null) {
    return (
      <Notice
        isPage
        title={t('stats.no.link', { code })}
        text={t('stats.no.link.text')}
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/admin/$name" params={{ name: 'list' }} {...props} />}
          >
            {t('stats.all.links')}
          </Button>
        }
      />
    );
  }
  return (
    <Statistics
      key={code}
      code={code}
      heading={<LinkHeading code={code} link={link} />}
      isThere={link !== undefined}
    />
  );
}
