import { Box, Button, FileButton, Input } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { t } from '../language.ts';
import { readLogo } from './read-logo.ts';

interface LogoFieldProps {
  readonly logo: string | null;
  /** True: the code has room for the error correction that a logo needs. */
  readonly hasRoom: boolean;
  readonly onChange: (logo: string | null) => void;
}

export function LogoField({ logo, hasRoom, onChange }: LogoFieldProps) {
  const [isUnreadable, setIsUnreadable] = useState(false);
  const helpId = useId();
  const chooser = useRef<HTMLButtonElement>(null);
  const choose = async (file: File | null) => {
    if (file === null) return;
    const chosen = await readLogo(file);
    setIsUnreadable(chosen === null);
    if (chosen !== null) onChange(chosen);
  };
  const remove = () => {
    setIsUnreadable(false);
    onChange(null);
    // The pressed button disappears.
    chooser.current?.focus();
  };
  return (
    <div className="qr-wide">
      <div className="qr-logo">
        <FileButton accept="image/*" onChange={(file) => void choose(file)}>
          {({ onClick }) => (
            <Button
              ref={chooser}
              variant="default"
              leftSection={<IconPhoto size={18} aria-hidden />}
              disabled={!hasRoom}
              aria-describedby={helpId}
              onClick={onClick}
            >
              {t(logo === null ? 'qr.logo.choose' : 'qr.logo.other')}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={remove}
          >
            {t('qr.logo.remove')}
          </Button>
        )}
      </div>
      <Box component="output" id={helpId} display="block">
        {isUnreadable ? (
          <Input.Error mt={5}>{t('qr.logo.unreadable')}</Input.Error>
        ) : (
          <Input.Description mt={5}>
            {t(hasRoom ? 'qr.logo.help' : 'qr.logo.long')}
          </Input.Description>
        )}
      </Box>
    </div>
  );
}
