import type { ReactNode } from 'react';
import './notes.css';

interface NotesProps {
  readonly label: string;
  /** List items. */
  readonly children: ReactNode;
}

/** What one should know before using the page below. */
export function Notes({ label, children }: NotesProps) {
  return (
    <ul className="notes" aria-label={label}>
      {children}
    </ul>
  );
}
