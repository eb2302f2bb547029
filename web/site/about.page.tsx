import { Box } from '@mantine/core';
import { useAppInfo, useFlushTime } from '../app-info.ts';
import { t } from '../language.ts';
import { projectName } from '../project.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import './about.css';

const features = ['shorten', 'manage', 'clicks', 'titles', 'blocking', 'migration', 'api'] as const;

export function AboutPage() {
  useDocumentTitle(t('about.title'));
  const info = useAppInfo().data;
  const time = useFlushTime();
  return (
    <>
      <PageHead title={t('about.title')} />
      <div className="about">
        <Box component="p" fz="lg">
          {t('about.lead', { project: projectName })}
        </Box>
        <dl className="about-features">
          {features.map((feature) => (
            <div key={feature}>
              <dt>{t(`about.${feature}`)}</dt>
              <dd>{t(`about.${feature}.text`, { time })}</dd>
            </div>
          ))}
        </dl>
        {info !== undefined && (
          <p className="muted">
            {t('about.version', { version: info.version, date: info.version_date })}
          </p>
        )}
      </div>
    </>
  );
}
