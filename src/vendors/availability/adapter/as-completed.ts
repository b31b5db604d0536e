/**
 * Each name once, as soon as its look-up ends; after `deadlineMs` the rest is answered by `late`, while their look-ups go on.
 * Fails with the first that fails.
 */
export async function* asCompleted<T extends { name: string }>(
  names: readonly string[],
  begin: (name: string) => Promise<T>,
  { deadlineMs, late }: { deadlineMs: number; late: (name: string) => T },
): AsyncGenerator<T> {
  const pending = new Set(names)
  const completed: T[] = []
  let failure: unknown
  let changed = Promise.withResolvers<void>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    changed.resolve()
  }, deadlineMs)
  for (const name of pending) {
    begin(name)
      .then((each) => completed.push(each))
      .catch((error) => {
        failure ??= error
      })
      .finally(() => changed.resolve())
  }
  try {
    while (pending.size > 0) {
      await changed.promise
      changed = Promise.withResolvers()
      if (failure !== undefined) throw failure
      for (const each of completed.splice(0)) {
        pending.delete(each.name)
        yield each
      }
      if (isLate && completed.length === 0) break
    }
    for (const name of pending) yield late(name)
  } finally {
    clearTimeout(timer)
  }
}
