import { Button, TextInput } from '@mantine/core';
import { useState, type RefObject } from 'react';
import { t } from '../language.ts';

interface PresetNameProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onSave: (name: string) => void;
}

/** Saves the values of the fields as a preset. */
export function PresetName({ field, onSave }: PresetNameProps) {
  const [name, setName] = useState('');
  const save = () => {
    if (name.trim() !== '') onSave(name.trim());
  };
  return (
    <div className="campaign-line">
      <TextInput
        ref={field}
        label={t('campaign.preset.name')}
        value={name}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => setName(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Enter would submit the form of the link.
          event.preventDefault();
          save();
        }}
      />
      <Button variant="default" disabled={name.trim() === ''} onClick={save}>
        {t('campaign.preset.save')}
      </Button>
    </div>
  );
}
