import type { FormErrors } from '@mantine/form';

interface Form {
  getInputNode(field: string): HTMLElement | null;
}

export function focusFirstError(form: Form, errors: FormErrors) {
  const [field] = Object.keys(errors);
  if (field !== undefined) form.getInputNode(field)?.focus();
}
