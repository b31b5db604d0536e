/**
 * Endings and names that are kept for documentation, tests and networks of their own (RFC 2606, 6761, 6762, 7686, 8375,
 * 9476 and ICANN's `.internal`): nobody can register one, and public DNS never answers for it.
 */
const reservedEndings: ReadonlySet<string> = new Set([
  'alt',
  'arpa',
  'example',
  'internal',
  'invalid',
  'local',
  'localhost',
  'onion',
  'test',
])
const reservedNames: ReadonlySet<string> = new Set(['example.com', 'example.net', 'example.org'])

/** Whether nobody can own a name. */
export function isReservedName(name: string): boolean {
  const labels = name.split('.')
  return reservedEndings.has(labels.at(-1) ?? '') || reservedNames.has(labels.slice(-2).join('.'))
}
