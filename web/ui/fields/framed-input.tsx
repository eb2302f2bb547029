import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import './framed-input.css';

interface FramedInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  readonly label: string;
  readonly error: ReactNode;
  readonly help?: string;
  readonly prefix?: string;
  readonly action?: ReactNode;
  readonly isLarge?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function FramedInput({
  label,
  error,
  help,
  prefix,
  action,
  isLarge = false,
  ref,
  ...input
}: FramedInputProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? help;
  const isInvalid = error !== null && error !== undefined;
  return (
    <div className="framed" data-large={isLarge || undefined} data-invalid={isInvalid || undefined}>
      <label className="framed-label" htmlFor={id}>
        {label}
      </label>
      <div className="framed-frame">
        {prefix !== undefined && (
          <span className="framed-prefix mono" aria-hidden>
            {prefix}
          </span>
        )}
        <input
          {...input}
          ref={ref}
          id={id}
          className="framed-input mono"
          aria-invalid={isInvalid}
          aria-describedby={note === undefined ? undefined : noteId}
        />
        {action}
      </div>
      <div className="framed-note">
        {note !== undefined && (
          <p id={noteId} className={isInvalid ? 'framed-error' : 'framed-help'}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
