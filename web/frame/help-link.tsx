import { IconHelpCircle } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { GuideChapter } from '../../contracts/guide.constants.ts';
import { t } from '../language.ts';

interface HelpLinkProps {
  /** Missing: that of the address. */
  readonly chapter?: GuideChapter;
}

/** Leads to the chapter of the guide about the open page. */
export function HelpLink({ chapter }: HelpLinkProps) {
  const ofAddress = useLocation({ select: ({ pathname }) => findChapter(pathname) });
  return (
    <a
      className="page-help"
      href={`/docs/guide/${chapter ?? ofAddress}`}
      target="_blank"
      rel="noopener"
      title={t('help.page')}
    >
      <span className="visually-hidden">{t('help.page')}</span>
      <IconHelpCircle size={18} aria-hidden />
    </a>
  );
}

const chapters: Readonly<Record<string, GuideChapter>> = {
  bin: 'bin',
  stats: 'statistics',
  migration: 'import',
  setting: 'settings',
  domains: 'domains',
  token: 'api',
  account: 'account',
  people: 'people',
  audit: 'people',
  sso: 'people',
  about: 'start',
};

function findChapter(path: string): GuideChapter {
  const [, , name = '', , tab] = path.split('/');
  if (name === 'links') return tab === undefined ? 'statistics' : 'link';
  return chapters[name] ?? 'links';
}
