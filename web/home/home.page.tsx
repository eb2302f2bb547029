import { useEffect, useState } from 'react';
import { dropAskedPage } from '../asked-page.ts';
import { t } from '../language.ts';
import { PublicFrame } from '../public-frame.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { addRecent, forgetAllRecent, forgetRecent, readRecent } from './recent-links.ts';
import { RecentList } from './recent-list.tsx';
import { ShortLinkResult } from './short-link-result.tsx';
import { ShortenForm, type Shortened } from './shorten-form.tsx';
import './home.css';

export function HomePage() {
  useDocumentTitle('');
  useEffect(dropAskedPage, []);
  const [shortened, setShortened] = useState<Shortened | null>(null);
  const [recent, setRecent] = useState(readRecent);
  const show = (next: Shortened | null) => {
    setShortened(next);
    if (next === null) return;
    const { short_url: code, long_url: longUrl } = next.link;
    setRecent(addRecent({ code, longUrl }));
  };
  return (
    <PublicFrame>
      <h1 className="home-title">{t('home.title')}</h1>
      <p className="home-subtitle">{t('home.subtitle')}</p>
      <ShortenForm hasResult={shortened !== null} onShortened={show} />
      {shortened !== null && <ShortLinkResult key={shortened.at} shortened={shortened} />}
      <RecentList
        // The one just created stands large above.
        links={recent.filter(({ code }) => code !== shortened?.link.short_url)}
        onForget={(code) => setRecent(forgetRecent(code))}
        onForgetAll={() => setRecent(forgetAllRecent())}
      />
    </PublicFrame>
  );
}
