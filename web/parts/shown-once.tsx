import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

interface ShownOnceProps {
  readonly about: string;
  readonly text: string;
  readonly name: string;
  readonly copyLabel: string;
  readonly doneLabel: string;
  readonly onDone: () => void;
}

/** A secret that no page shows again. Its button takes the focus from the form that made it. */
export function ShownOnce({ about, text, name, copyLabel, doneLabel, onDone }: ShownOnceProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Stack gap="md">
      <p>{about}</p>
      <TextInput
        label={name}
        value={text}
        readOnly
        spellCheck={false}
        classNames={{ input: 'mono' }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton ref={button} fullWidth text={text} label={copyLabel} />
      <Button variant="subtle" fullWidth onClick={onDone}>
        {doneLabel}
      </Button>
    </Stack>
  );
}
