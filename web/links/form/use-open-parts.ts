import { useState } from 'react';

/**
 * The opened parts of a form. A part with an error opens by itself, at each refusal again. Those of
 * `initiallyOpen` are open from the start.
 */
export function useOpenParts(
  failing: readonly string[],
  refusals: number,
  initiallyOpen: readonly string[] = [],
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([...failing, ...initiallyOpen]),
  );
  const key = [refusals, ...failing].join(' ');
  const [seen, setSeen] = useState(key);
  if (key !== seen) {
    setSeen(key);
    setOpen(new Set([...open, ...failing]));
  }
  return {
    isOpen: (part: string) => open.has(part),
    toggle: (part: string, isOpen = !open.has(part)) =>
      setOpen((before) => {
        const after = new Set(before);
        if (isOpen) after.add(part);
        else after.delete(part);
        return after;
      }),
  };
}
