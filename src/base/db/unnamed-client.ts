import pg from 'pg'

type AnyQuery = (statement: unknown, ...rest: unknown[]) => unknown

/**
 * Sends every statement without its name. A named one is prepared for the connection that it was first sent on, and a
 * pooler in transaction mode gives each transaction another.
 */
export class UnnamedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as AnyQuery
    this.query = ((statement, ...rest) =>
      query(withoutName(statement), ...rest)) as AnyQuery as typeof this.query
  }
}

function withoutName(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return statement
  if (!('name' in statement)) return statement
  const { name: _, ...unnamed } = statement
  return unnamed
}
