import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useCopied } from './use-copied.ts';

interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  readonly label: string;
  readonly copiedLabel: string;
  readonly onFail: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function CopyButton({ text, label, copiedLabel, onFail, ...props }: CopyButtonProps) {
  const { isCopied, copy } = useCopied(text, onFail);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button {...props} leftSection={<Icon size={18} aria-hidden />} onClick={copy}>
      {isCopied ? copiedLabel : label}
    </Button>
  );
}
