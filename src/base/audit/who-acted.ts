/** Who an entry of the audit log is from, as staff read it: the person, where somebody was signed in. */
export const whoActed = (
  { actor, person }: { actor: string; person: string | null },
  productName: string,
): string =>
  person ?? (actor === 'customer' ? 'The customer' : actor === 'operator' ? 'The command line' : productName)
