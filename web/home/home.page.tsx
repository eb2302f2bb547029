import { useState } from 'react';
import { t } from '../language.ts';
import { PublicFrame } from '../public-frame.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { ShortLinkResult } from './short-link-result.tsx';
import { ShortenForm, type Shortened } from './shorten-form.tsx';
import './home.css';

export function HomePage() {
  useDocumentTitle('');
  const [shortened, setShortened] = useState<Shortened | null>(null);
  return (
    <PublicFrame>
      <h1 className="home-title">{t('home.title')}</h1>
      <p className="home-subtitle">{t('home.subtitle')}</p>
      <ShortenForm hasResult={shortened !== null} onShortened={setShortened} />
      {shortened !== null && <ShortLinkResult key={shortened.at} shortened={shortened} />}
    </PublicFrame>
  );
}
