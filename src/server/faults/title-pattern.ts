/** What a title written with `%s` or `%i` looks like once a run has filled it in. */
export function titlePattern(written: string): RegExp {
  const parts = written.split(/%[si]/)
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`)
}
