import { useState } from 'react';
import { copyText } from './copy-text.ts';
import { useDelayedAction } from '../use-delayed-action.ts';

const SHOWN_MS = 2000;

export function useCopied(text: string, onFail: () => void) {
  const [isCopied, setIsCopied] = useState(false);
  useDelayedAction(isCopied, SHOWN_MS, () => setIsCopied(false));
  const copy = async () => {
    const isDone = await copyText(text);
    setIsCopied(isDone);
    if (!isDone) onFail();
  };
  return { isCopied, copy: () => void copy() };
}
