import { Button, Stack } from '@mantine/core';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';

interface OneTimeLinkProps {
  readonly url: string;
  readonly about: string;
  readonly onDone: () => void;
}

/** A link to pass on, which is shown once. */
export function OneTimeLink({ url, about, onDone }: OneTimeLinkProps) {
  return (
    <Stack gap="md">
      <p>{about}</p>
      <ShownOnce
        text={url}
        name={t('people.link')}
        copyLabel={t('people.link.copy')}
        copiedLabel={t('copied')}
        onFail={() => toast('warning', t('copy.failed'))}
      />
      <Button variant="subtle" fullWidth onClick={onDone}>
        {t('people.link.done')}
      </Button>
    </Stack>
  );
}
