/**
 * For tests that go on for half an hour when `npm run test:faults` asks for many rounds (it sets `TELL_PROGRESS`):
 * to be called after each round, says how many are over at every twentieth part.
 */
export function tellingProgress(what: string, all: number): () => void {
  const part = Math.max(1, Math.floor(all / 20))
  let over = 0
  return () => {
    over++
    if (process.env.TELL_PROGRESS && over % part === 0)
      process.stderr.write(`${what}: ${over.toLocaleString('en')} of ${all.toLocaleString('en')}\n`)
  }
}
