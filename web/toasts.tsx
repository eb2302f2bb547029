import { Notifications } from '@mantine/notifications';

/** Toasts appear at the top: at the bottom, they would cover the button of a dialog. */
export function Toasts() {
  return <Notifications position="top-center" autoClose={3000} limit={3} />;
}
