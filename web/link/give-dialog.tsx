import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Link } from '../../contracts/links/links.ts';
import { Dialog } from '../form/dialog.tsx';
import { t } from '../language.ts';
import { offerUndo } from '../links/selection/offer-undo.tsx';
import { OwnerField } from '../owners/owner-field.tsx';
import { attempt, toast } from '../toast.tsx';
import { useLinkEdits } from './link.api.ts';

interface GiveDialogProps {
  /** Null: the dialog is closed. */
  readonly link: Link | null;
  readonly onClose: () => void;
}

/** Gives a link to another account, or to nobody. */
export function GiveDialog({ link, onClose }: GiveDialogProps) {
  return (
    <Dialog isOpen={link !== null} onClose={onClose} size={400} title={t('link.give.title')}>
      {link !== null && <GiveForm link={link} onDone={onClose} />}
    </Dialog>
  );
}

interface GiveFormProps {
  readonly link: Link;
  readonly onDone: () => void;
}

function GiveForm({ link, onDone }: GiveFormProps) {
  const [owner, setOwner] = useState<number | null>(null);
  const { give, isGiving } = useGiving(link, onDone);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (owner !== null && !isGiving) give(owner);
      }}
    >
      <Stack gap="lg">
        <p>{t('link.give.text')}</p>
        <OwnerField
          label={t('link.give.to')}
          none={t('link.give.choose')}
          owner={owner}
          isFirst
          former={link.owner?.id ?? 0}
          onChange={setOwner}
        />
        <Button type="submit" fullWidth disabled={owner === null || isGiving}>
          {t('link.give.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** Gives the link away. A toast offers to undo it. */
function useGiving(link: Link, onDone: () => void) {
  const { save } = useLinkEdits();
  const [isGiving, setGiving] = useState(false);
  const undo = () =>
    attempt('link.give.failed', async () => {
      await save(link, { owner: link.owner?.id ?? 0 });
      toast('success', t('link.give.undone'));
    });
  const give = (owner: number) =>
    attempt('link.give.failed', async () => {
      setGiving(true);
      const given = await save(link, { owner }).finally(() => setGiving(false));
      const name = given.owner?.username;
      onDone();
      offerUndo(name === undefined ? t('link.given.away') : t('link.given', { name }), undo);
    });
  return { give, isGiving };
}
