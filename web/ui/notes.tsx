import type { ReactNode } from 'react';
import './notes.css';

interface NotesProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function Notes({ label, children }: NotesProps) {
  return (
    <ul className="notes" aria-label={label}>
      {children}
    </ul>
  );
}
