import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../form/dialog.tsx';
import { t } from '../language.ts';
import { listKeys, readLettersChoice, storeLettersChoice } from './list-keys.ts';

interface KeysDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Lists the keyboard shortcuts of the list. */
export function KeysDialog({ isOpen, onClose }: KeysDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={400} title={t('keys.title')}>
      <Keys />
    </Dialog>
  );
}

function Keys() {
  const [hasLetters, setHasLetters] = useState(readLettersChoice);
  const choose = (isOn: boolean) => {
    storeLettersChoice(isOn);
    setHasLetters(isOn);
  };
  return (
    <>
      <dl className="keys">
        {listKeys.map(({ action, label, letter, shown }) => (
          <div key={action} className="keys-line">
            <dt>
              {shown.map((name) => (
                <kbd
                  key={name}
                  data-off={(!hasLetters && name.toLowerCase() === letter) || undefined}
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        mt="md"
        label={t('keys.letters')}
        checked={hasLetters}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
    </>
  );
}
