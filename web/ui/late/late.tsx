import { use, type ComponentType } from 'react';

const CALM_MS = 1000;

const isCalm = new Promise<void>((resolve) => {
  const wait = () => setTimeout(resolve, CALM_MS);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
});

/**
 * A component that loads a second after its page, or at its first use, and suspends until then.
 * Once loaded, it renders within the event that asks for it, so that it can take the focus.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = () =>
    (loading ??= load().then(
      (component) => (loaded = component),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  void isCalm.then(start).catch(() => undefined);
  return function Late(props: Props) {
    const Component = loaded ?? use(start());
    return <Component {...props} />;
  };
}

export const loadParts = () => import('./late-parts.tsx');
