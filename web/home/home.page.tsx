import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { clearRequestedPage } from '../urls/requested-page.ts';
import { useAppInfo } from '../app-info.ts';
import { t } from '../language.ts';
import { PublicFrame } from '../frame/public-frame.tsx';
import { AddedLink } from '../links/added-link.tsx';
import { useIsLogin } from '../session.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { animateContraction } from './contraction.ts';
import { addRecent, forgetAllRecent, forgetRecent, readRecent } from './recent-links.ts';
import { ShortenForm } from './shorten-form.tsx';
import type { Shortened } from './use-shortening.tsx';
import './home.css';

function contract({ link, from }: Shortened, text: HTMLElement) {
  if (from !== null) animateContraction(link.long_url, from, text);
}

/** Lazy: most visitors have no recent links. */
const RecentList = lazy(async () => ({
  default: (await import('./recent-list.tsx')).RecentList,
}));

/** True: visitors may create links. The server writes this into the page. */
const canGuestsCreate = document.documentElement.dataset['guests'] === 'yes';

export function HomePage() {
  const isLogin = useIsLogin();
  const may = useAppInfo(isLogin && !canGuestsCreate).data?.may;
  const isReader = isLogin && !canGuestsCreate && may?.includes('links.create') === false;
  useDocumentTitle('');
  useEffect(clearRequestedPage, []);
  const [shortened, setShortened] = useState<Shortened | null>(null);
  const [recent, setRecent] = useState(readRecent);
  const show = (next: Shortened | null) => {
    setShortened(next);
    if (next === null) return;
    const { short_url: code, long_url: longUrl } = next.link;
    setRecent(addRecent({ code, longUrl }));
  };
  // The new link already appears large above.
  const others = recent.filter(({ code }) => code !== shortened?.link.short_url);
  return (
    <PublicFrame>
      <h1 className="home-title">{t('home.title')}</h1>
      <p className="home-subtitle">{t('home.subtitle')}</p>
      {!isLogin && !canGuestsCreate && (
        <p className="home-closed">
          {t('home.closed')}{' '}
          <Link to="/login" className="home-login">
            {t('nav.login')}
          </Link>
        </p>
      )}
      {isReader ? (
        <p className="home-closed">{t('home.not.allowed')}</p>
      ) : (
        <ShortenForm hasResult={shortened !== null} onShortened={show} />
      )}
      {shortened !== null && (
        <AddedLink
          key={shortened.at}
          link={shortened.link}
          title={t('home.result')}
          onShown={(text) => contract(shortened, text)}
        />
      )}
      {others.length > 0 && (
        <Suspense fallback={null}>
          <RecentList
            links={others}
            onForget={(code) => setRecent(forgetRecent(code))}
            onForgetAll={() => setRecent(forgetAllRecent())}
          />
        </Suspense>
      )}
    </PublicFrame>
  );
}
