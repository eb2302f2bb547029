import { IconArrowsSplit, IconGauge, IconLock, type Icon } from '@tabler/icons-react';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import type { Link } from './links.api.ts';

/** Small marks of a link with rules, a password or a click limit. */
export function RoutingMarks({ link }: { readonly link: Link }) {
  const { rules, max_clicks: max } = link;
  return (
    <>
      {rules.length > 0 && (
        <Mark Picture={IconArrowsSplit} label={t('links.rules', { count: rules.length })} />
      )}
      {link.has_password && <Mark Picture={IconLock} label={t('links.password')} />}
      {max > 0 && (
        <Mark
          Picture={IconGauge}
          label={t('links.limit', { count: max, shown: formatNumber(max, locale) })}
        />
      )}
    </>
  );
}

function Mark({ Picture, label }: { readonly Picture: Icon; readonly label: string }) {
  return (
    <span className="links-mark" title={label}>
      <Picture size={16} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
