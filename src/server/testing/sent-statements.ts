import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'

export interface SentStatement {
  text: string
  values: unknown[]
}

/**
 * Every statement that is sent in a test, by any connection of this process. Returns how to read those of some
 * work; the brackets of transactions are left out.
 */
export function recordStatements(): (work: () => Promise<unknown>) => Promise<SentStatement[]> {
  const sent: SentStatement[] = []
  const query = pg.Client.prototype.query
  beforeEach(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
      const [first, given] = args as unknown as [string | { text: string; values?: unknown[] }, unknown]
      const { text, values } = typeof first === 'string' ? { text: first, values: undefined } : first
      sent.push({
        text: text.replaceAll(/\s+/g, ' ').trim(),
        values: values ?? (Array.isArray(given) ? given : []),
      })
      return (query as (...args: never[]) => never).apply(this, args)
    } as typeof query
  })
  afterEach(() => {
    pg.Client.prototype.query = query
  })
  return async (work) => {
    sent.length = 0
    await work()
    return sent.filter(({ text }) => !/^(begin|commit|rollback|set |savepoint|release|listen)/i.test(text))
  }
}
