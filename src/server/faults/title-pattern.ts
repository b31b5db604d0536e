/** What a title written with `%s`, `%i` or `$name` looks like once a run has filled it in. */
export function titlePattern(written: string): RegExp {
  const parts = written.split(/%[si]|\$\w+/)
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`)
}
