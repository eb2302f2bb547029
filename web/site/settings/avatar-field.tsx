import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { t } from '../../language.ts';
import { avatarChoices, type AvatarChoice } from './settings-values.ts';

interface AvatarFieldProps {
  readonly choice: AvatarChoice;
  readonly ownAddress: TextInputProps;
  readonly onChoose: (choice: AvatarChoice) => void;
}

const labels = {
  gravatar: 'settings.avatar.gravatar',
  cravatar: 'settings.avatar.cravatar',
  off: 'settings.avatar.off',
  own: 'settings.avatar.own',
} as const;

export function AvatarField({ choice, ownAddress, onChoose }: AvatarFieldProps) {
  return (
    <>
      <NativeSelect
        label={t('settings.avatar.service')}
        data={avatarChoices.map((value) => ({ value, label: t(labels[value]) }))}
        value={choice}
        onChange={({ currentTarget: { value } }) =>
          onChoose(avatarChoices.find((name) => name === value) ?? 'off')
        }
      />
      {choice === 'own' && (
        <TextInput
          {...ownAddress}
          label={t('settings.avatar.own.address')}
          description={t('settings.avatar.own.help')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </>
  );
}
