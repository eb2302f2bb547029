import type { Link } from '../../contracts/links.ts';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { Undoable } from '../links/undoable.tsx';
import { hideToast, toast } from '../toast.tsx';
import { useLinkEdits } from './link.api.ts';

/** Returns a function that switches the link off or on. A toast offers to undo it. */
export function useSwitch(link: Link) {
  const { save } = useLinkEdits();

  const setOff = async (isOff: boolean) => {
    try {
      await save(link, { is_active: Number(!isOff) });
      return true;
    } catch (error) {
      toast('error', explainFailure(error, 'edit.failed'));
      return false;
    }
  };

  const undo = async (isOff: boolean) => {
    hideToast('undo');
    if (await setOff(!isOff)) toast('success', t(isOff ? 'link.switched.on' : 'link.switched.off'));
  };

  return async (isOff: boolean) => {
    if (!(await setOff(isOff))) return;
    const text = t(isOff ? 'link.switched.off' : 'link.switched.on');
    toast('undo', <Undoable text={text} onUndo={() => void undo(isOff)} />);
  };
}
