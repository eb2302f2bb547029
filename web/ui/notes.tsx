import type { ReactNode } from 'react';
import './notes.css';

interface NotesProps {
  readonly label: string;
  /** List items. */
  readonly children: ReactNode;
}

/** Notes to read before the use of the page. */
export function Notes({ label, children }: NotesProps) {
  return (
    <ul className="notes" aria-label={label}>
      {children}
    </ul>
  );
}
