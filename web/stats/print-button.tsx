import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';
import { t } from '../language.ts';

const SCHEME = 'data-mantine-color-scheme';

export function PrintButton() {
  useEffect(printOnPaper, []);
  return (
    <ActionIcon
      className="stats-print"
      variant="default"
      size="2.25rem"
      aria-label={t('stats.print')}
      title={t('stats.print')}
      onClick={() => window.print()}
    >
      <IconPrinter size={18} aria-hidden />
    </ActionIcon>
  );
}

/** Prints in the light scheme, whatever the page shows. Returns the function that ends this. */
function printOnPaper() {
  const root = document.documentElement;
  let shown: string | null = null;
  const lighten = () => {
    shown = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  };
  const restore = () => {
    if (shown !== null) root.setAttribute(SCHEME, shown);
  };
  window.addEventListener('beforeprint', lighten);
  window.addEventListener('afterprint', restore);
  return () => {
    window.removeEventListener('beforeprint', lighten);
    window.removeEventListener('afterprint', restore);
  };
}
