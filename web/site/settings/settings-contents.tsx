import { useEffect } from 'react';
import { t } from '../../language.ts';
import { sectionTitles } from './sections.ts';

/** Links to each section. When the address names a section, scrolls to it. */
export function SettingsContents() {
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <nav aria-label={t('settings.contents')}>
      <ul className="settings-contents">
        {Object.entries(sectionTitles).map(([section, title]) => (
          <li key={section}>
            <a href={`#${section}`}>{t(title)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
