import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toLinkName } from '../ui/readable-url.ts';
import { hideToast, toast } from '../toast.tsx';
import { useUpdateLink, type Link } from './links.api.ts';
import { Undoable } from './undoable.tsx';

/** Switches a link off or on. A toast offers to undo it. */
export function useSwitch() {
  const { mutateAsync } = useUpdateLink();

  const setOff = async ({ id }: Link, isOff: boolean): Promise<boolean> => {
    try {
      await mutateAsync({ id, is_active: Number(!isOff) });
      return true;
    } catch (error) {
      toast('error', explainFailure(error, 'edit.failed'));
      return false;
    }
  };

  const undo = async (link: Link, isOff: boolean) => {
    hideToast('undo');
    if (await setOff(link, !isOff)) toast('success', describeSwitch(link, !isOff));
  };

  return async (link: Link) => {
    const isOff = link.state !== 'off';
    if (!(await setOff(link, isOff))) return;
    const text = describeSwitch(link, isOff);
    toast('undo', <Undoable text={text} onUndo={() => void undo(link, isOff)} />);
  };
}

function describeSwitch(link: Link, isOff: boolean): string {
  return t(isOff ? 'links.switched.off' : 'links.switched.on', { code: toLinkName(link) });
}
