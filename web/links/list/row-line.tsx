import { use } from 'react';
import { t } from '../../language.ts';
import type { Link } from '../links.api.ts';
import { Lines } from './rows.ts';
import { Sparkline } from './sparkline.tsx';

/** The last days of a link. One that is only counted has no days. */
export function RowLine({ link: { id, is_count_only: isCountOnly } }: { readonly link: Link }) {
  const lines = use(Lines);
  if (isCountOnly === 0) return <Sparkline people={lines?.get(id)} />;
  return (
    <span className="links-line" data-none>
      {t('edit.count.only')}
    </span>
  );
}
