import { Group } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';

interface SectionProps {
  readonly title: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
  /** A lost focus can go to the heading. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** A part of a page with a heading, which names it. */
export function Section({ title, action, className, headingRef, children }: SectionProps) {
  const id = useId();
  const heading = (
    <h2
      id={id}
      ref={headingRef}
      tabIndex={headingRef === undefined ? undefined : -1}
      className="section-title"
    >
      {title}
    </h2>
  );
  return (
    <section aria-labelledby={id} className={className}>
      {action === undefined ? (
        heading
      ) : (
        <Group justify="space-between" gap="sm">
          {heading}
          {action}
        </Group>
      )}
      {children}
    </section>
  );
}
