import { useId, type ReactNode } from 'react';

interface FieldsSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A group of fields with a heading. */
export function FieldsSection({ title, children }: FieldsSectionProps) {
  const id = useId();
  return (
    <section className="link-section" aria-labelledby={id}>
      <h2 id={id} className="link-section-title">
        {title}
      </h2>
      <div className="link-section-fields">{children}</div>
    </section>
  );
}
