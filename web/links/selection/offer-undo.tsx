import { Button, Group } from '@mantine/core';
import { t } from '../../language.ts';
import { hideToast, toast } from '../../toast.tsx';

/** Shows a toast with an undo button. */
export function offerUndo(text: string, onUndo: () => void) {
  const undo = () => {
    hideToast('undo');
    onUndo();
  };
  toast(
    'undo',
    <Group component="span" justify="space-between" gap="0.25rem 1rem">
      {text}
      <Button size="compact-sm" variant="subtle" onClick={undo}>
        {t('undo')}
      </Button>
    </Group>,
  );
}
