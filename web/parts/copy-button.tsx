import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { copyText } from '../ui/text/copy-text.ts';
import { useDelayedAction } from '../ui/use-delayed-action.ts';

const SHOWN_MS = 2000;

/** Copies a text. `onFail`: what follows where the browser refuses. */
export function useCopied(text: string, onFail = () => toast('warning', t('copy.failed'))) {
  const [isCopied, setIsCopied] = useState(false);
  useDelayedAction(isCopied, SHOWN_MS, () => setIsCopied(false));
  const copy = async () => {
    const isDone = await copyText(text);
    setIsCopied(isDone);
    if (!isDone) onFail();
  };
  return { isCopied, copy: () => void copy() };
}

interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  readonly label: string;
  readonly onFail?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function CopyButton({ text, label, onFail, ...props }: CopyButtonProps) {
  const { isCopied, copy } = useCopied(text, onFail);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button {...props} leftSection={<Icon size={18} aria-hidden />} onClick={copy}>
      {isCopied ? t('copied') : label}
    </Button>
  );
}
