import { t, type TextKey } from '../../language.ts';
import { attempt, toast } from '../../toast.tsx';
import { toLinkName } from '../../ui/text/readable-url.ts';
import type { Link } from '../links.api.ts';
import { offerUndo } from './offer-undo.tsx';

/** Returns a function that switches a link off or on, by `save`. A toast offers to undo it. */
export function createSwitch(
  save: (link: Link, change: { readonly is_active: number }) => Promise<unknown>,
  texts: Readonly<Record<'off' | 'on', TextKey>>,
) {
  const setOff = (link: Link, isOff: boolean, onDone: (done: string) => void) =>
    attempt('edit.failed', async () => {
      await save(link, { is_active: Number(!isOff) });
      onDone(t(texts[isOff ? 'off' : 'on'], { code: toLinkName(link) }));
    });
  return (link: Link) => {
    const isOff = link.state !== 'off';
    const undo = () => setOff(link, !isOff, (done) => toast('success', done));
    setOff(link, isOff, (done) => offerUndo(done, undo));
  };
}
