import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useAppInfo } from '../../app-info.ts';
import { t, toCounted } from '../../language.ts';
import { closeWarning, isWarningClosed } from '../../session.ts';
import { IconAction } from '../../ui/icon-action.tsx';

/** Warns of wrong second factors since the login before this one, until it is closed. */
export function WrongCodes() {
  const { wrong_codes: count = 0, has_password: hasPassword } = useAppInfo().data ?? {};
  const [isClosed, setClosed] = useState(isWarningClosed);
  if (count === 0 || isClosed) return null;
  const close = () => {
    closeWarning();
    setClosed(true);
  };
  return (
    <output className="shell-warning">
      <span>
        <strong>{t('codes.wrong', toCounted(count))}</strong>{' '}
        {hasPassword === 1 && t('codes.wrong.text')}
      </span>
      <IconAction label={t('codes.wrong.close')} size="lg" onClick={close}>
        <IconX size={18} aria-hidden />
      </IconAction>
    </output>
  );
}
