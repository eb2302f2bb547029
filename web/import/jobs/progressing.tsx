import { Progress } from '@mantine/core';
import { describeShare } from './format-end.ts';

interface ProgressingProps {
  /** What is being done. */
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  /** Unix seconds; null: unknown. */
  readonly endsAt: number | null;
}

export function Progressing({ label, share, endsAt }: ProgressingProps) {
  return (
    <div className="over-progress">
      <div className="over-progress-head">
        <span className="migration-file-name">{label}</span>
        <span className="note">{describeShare({ share, endsAt })}</span>
      </div>
      <Progress value={share * 100} aria-label={label} />
    </div>
  );
}
