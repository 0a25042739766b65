// Reading what was typed into a form's fields.

/** The trimmed text of a field; empty when there is no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A field as it is, for passwords, where spaces count. */
export function exactTextOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
