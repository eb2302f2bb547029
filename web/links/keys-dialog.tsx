import { Checkbox, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '../language.ts';
import { listKeys, readLettersChoice, storeLettersChoice } from './list-keys.ts';

interface KeysDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Lists what keys do in the list. */
export function KeysDialog({ isOpen, onClose }: KeysDialogProps) {
  const isMounted = useMounted();
  const [hasLetters, setHasLetters] = useState(readLettersChoice);
  const choose = (isOn: boolean) => {
    storeLettersChoice(isOn);
    setHasLetters(isOn);
  };
  return (
    <Modal
      opened={isMounted && isOpen}
      onClose={onClose}
      size={400}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <dl className="keys">
        {listKeys.map(({ deed, label, letter, shown }) => (
          <div key={deed} className="keys-line">
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
    </Modal>
  );
}
