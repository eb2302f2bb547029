import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyButton } from './text/copy-button.tsx';

interface ShownOnceProps {
  readonly text: string;
  /** The name of the text. */
  readonly name: string;
  readonly copyLabel: string;
  readonly copiedLabel: string;
  readonly onFail: () => void;
}

/** A secret that no page shows again. Its button takes the focus from the form that made it. */
export function ShownOnce({ text, name, copyLabel, copiedLabel, onFail }: ShownOnceProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <TextInput
        label={name}
        value={text}
        readOnly
        spellCheck={false}
        classNames={{ input: 'mono' }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton
        ref={button}
        fullWidth
        text={text}
        label={copyLabel}
        copiedLabel={copiedLabel}
        onFail={onFail}
      />
    </>
  );
}
