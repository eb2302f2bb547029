import type { FormErrors } from '@mantine/form';
import { toast } from './toast.tsx';

interface Form {
  getInputNode(field: string): HTMLElement | null;
}

/** Tells of the first field that is wrong, and leads there; the others say it beside themselves. */
export function tellFirstError(form: Form, errors: FormErrors) {
  const [field] = Object.keys(errors);
  if (field === undefined) return;
  toast('error', errors[field]);
  form.getInputNode(field)?.focus();
}
