import { Notifications } from '@mantine/notifications';

/** Where toasts appear: at the top, as at the bottom they would cover the button of a dialog. */
export function Toasts() {
  return <Notifications position="top-center" autoClose={3000} limit={3} />;
}
