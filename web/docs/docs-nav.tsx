import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';

interface DocsNavProps {
  readonly label: string;
  readonly children: (close: () => void) => ReactNode;
}

/** The contents of a page. On narrow windows, a button opens them. */
export function DocsNav({ label, children }: DocsNavProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <nav className="docs-nav" aria-label={label}>
      <button
        type="button"
        className="docs-nav-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
        <IconChevronDown size={16} aria-hidden />
      </button>
      <div id={id} className="docs-nav-list" data-open={isOpen || undefined}>
        {children(() => setIsOpen(false))}
      </div>
    </nav>
  );
}
