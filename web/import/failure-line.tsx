import { Button } from '@mantine/core';
import { explainFailure } from '../failure.ts';
import { t, type TextKey } from '../language.ts';

interface FailureLineProps {
  readonly error: Error;
  readonly sentence: TextKey;
  readonly onRetry?: () => void;
}

/** Says what failed and why. */
export function FailureLine({ error, sentence, onRetry }: FailureLineProps) {
  return (
    <p className="migration-failure" data-tone="bad" role="alert">
      {explainFailure(error, sentence)}{' '}
      {onRetry !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </p>
  );
}
