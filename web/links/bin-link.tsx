import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../language.ts';

export function BinLink() {
  return (
    <Link className="links-bin" to="/admin/$name" params={{ name: 'bin' }} search={{}}>
      <IconTrash size={16} aria-hidden />
      {t('bin.title')}
    </Link>
  );
}
