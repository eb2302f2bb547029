import { IconChevronDown } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';

interface RoutingSectionProps {
  readonly name: string;
  readonly title: string;
  /** What is set, in one line. */
  readonly summary: string;
  /** True: the section sets something. */
  readonly isSet: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A section of the settings that opens on a press. Closed, it shows what is set. */
export function RoutingSection(props: RoutingSectionProps) {
  const { name, title, summary, isSet, isOpen, onToggle, children } = props;
  const id = useId();
  return (
    <section className="link-section routing-section" aria-labelledby={id} data-section={name}>
      <div className="routing-head">
        <h2 id={id} className="link-section-title">
          <button
            type="button"
            className="routing-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-fields` : undefined}
            aria-describedby={`${id}-summary`}
            onClick={onToggle}
          >
            {title}
          </button>
        </h2>
        <p id={`${id}-summary`} className="routing-summary" data-set={isSet || undefined}>
          {summary}
        </p>
        <IconChevronDown className="routing-chevron" size={18} aria-hidden />
      </div>
      {isOpen && (
        <div id={`${id}-fields`} className="link-section-fields routing-fields">
          {children}
        </div>
      )}
    </section>
  );
}
