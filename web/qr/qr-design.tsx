import { Checkbox, TextInput } from '@mantine/core';
import { useId } from 'react';
import { t } from '../language.ts';
import { ChoiceField } from '../ui/fields/choice-field.tsx';
import { LogoField } from './logo-field.tsx';
import { canScan, type QrChoices } from './qr-choices.ts';
import { logoSizes } from './qr-picture.ts';
import { dotShapes, eyeShapes } from './qr-shapes.ts';

interface QrDesignProps {
  readonly choices: QrChoices;
  /** False: the code is too dense for a logo. */
  readonly hasRoom: boolean;
  readonly onChoose: (change: Partial<QrChoices>) => void;
}

/** How the code looks: colors, shapes, frame and logo. */
export function QrDesign({ choices, hasRoom, onChoose }: QrDesignProps) {
  const { dots, eyes, hasFrame, logo, logoSize } = choices;
  return (
    <div className="qr-fields">
      <ColorFields choices={choices} onChoose={onChoose} />
      <div className="qr-wide">
        <ChoiceField
          label={t('qr.dots')}
          choices={dotShapes}
          format={(shape) => t(`qr.dots.${shape}`)}
          value={dots}
          onChange={(shape) => onChoose({ dots: shape })}
        />
      </div>
      <div className="qr-wide">
        <ChoiceField
          label={t('qr.eyes')}
          choices={eyeShapes}
          format={(shape) => t(`qr.eyes.${shape}`)}
          value={eyes}
          onChange={(shape) => onChoose({ eyes: shape })}
        />
      </div>
      <Checkbox
        className="qr-wide"
        label={t('qr.frame')}
        checked={hasFrame}
        onChange={(event) => onChoose({ hasFrame: event.currentTarget.checked })}
      />
      <LogoField logo={logo} hasRoom={hasRoom} onChange={(chosen) => onChoose({ logo: chosen })} />
      {logo !== null && hasRoom && (
        <div className="qr-wide">
          <ChoiceField
            label={t('qr.logo.size')}
            choices={logoSizes}
            format={(size) => t(`qr.logo.${size}`)}
            value={logoSize}
            onChange={(size) => onChoose({ logoSize: size })}
          />
        </div>
      )}
    </div>
  );
}

function ColorFields({ choices, onChoose }: Omit<QrDesignProps, 'hasRoom'>) {
  const { color, background, isTransparent } = choices;
  const faultId = useId();
  const isWrong = !canScan(choices);
  return (
    <>
      <TextInput
        type="color"
        className="qr-color"
        label={t('qr.color')}
        value={color}
        aria-invalid={isWrong}
        aria-describedby={faultId}
        onChange={(event) => onChoose({ color: event.currentTarget.value })}
      />
      <TextInput
        type="color"
        className="qr-color"
        label={t('qr.background')}
        value={background}
        disabled={isTransparent}
        aria-invalid={isWrong && !isTransparent}
        aria-describedby={faultId}
        onChange={(event) => onChoose({ background: event.currentTarget.value })}
      />
      <output id={faultId} className="qr-wide qr-fault note" data-wrong={isWrong || undefined}>
        {isWrong ? t('qr.contrast') : isTransparent && t('qr.transparent.help')}
      </output>
      <Checkbox
        className="qr-wide"
        label={t('qr.transparent')}
        checked={isTransparent}
        onChange={(event) => onChoose({ isTransparent: event.currentTarget.checked })}
      />
    </>
  );
}
