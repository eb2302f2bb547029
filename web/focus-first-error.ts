import type { FormErrors } from '@mantine/form';

interface Form {
  getInputNode(field: string): HTMLElement | null;
}

/** Leads to the first field that is wrong; each says beside itself what is. */
export function focusFirstError(form: Form, errors: FormErrors) {
  const [field] = Object.keys(errors);
  if (field !== undefined) form.getInputNode(field)?.focus();
}
