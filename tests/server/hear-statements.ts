import pg from 'pg'

export interface SentStatement {
  text: string
  values: unknown[]
}

/**
 * Tells every statement that is sent from now on, by any connection of this process, before it is sent; the brackets of
 * transactions are left out. Where `hear` returns a promise, the statement is sent once that resolves. Returns what ends
 * it.
 */
export function hearStatements(hear: (statement: SentStatement) => void | Promise<void>): () => void {
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
    const [first, given] = args as unknown as [string | { text: string; values?: unknown[] }, unknown]
    const { text, values } = typeof first === 'string' ? { text: first, values: undefined } : first
    const send = () => (query as (...args: never[]) => never).apply(this, args)
    if (isBracket(text)) return send()
    const held = hear({
      text: text.replaceAll(/\s+/g, ' ').trim(),
      values: values ?? (Array.isArray(given) ? given : []),
    })
    return held ? held.then(send) : send()
  } as typeof query
  return () => {
    pg.Client.prototype.query = query
  }
}

const isBracket = (text: string) => /^\s*(begin|commit|rollback|set |savepoint|release|listen)/i.test(text)

/** Besides limits, the audit log, and what the queue notes of itself now and then. */
export const isOwnWork = (text: string): boolean =>
  !/vendor_limits|audit_log|jobs\.instance|^\s*(UPDATE jobs\.version|SELECT q\.name)/i.test(text)
