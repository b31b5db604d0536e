/**
 * The `Authentication-Results` headers of a mail, from the topmost: with what its receiver wrote stands what came with it,
 * and hosts don't promise an order.
 */
export const authenticationResultsIn = (
  headers: readonly { name: string; value: string }[] | null | undefined,
): string[] =>
  (headers ?? []).flatMap(({ name, value }) =>
    name.toLowerCase() === 'authentication-results' ? [value] : [],
  )

/** Who says to have written one (RFC 8601, 2.2: before the first semicolon); undefined where nobody does. */
export const authservIdOf = (header: string): string | undefined =>
  /^\s*([\w.-]+)(?=[\s;]|$)(?!\s*=)/.exec(header)?.[1]?.toLowerCase()
