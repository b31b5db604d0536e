import { once } from 'node:events'
import pg, { type Pool, type QueryConfig } from 'pg'

/**
 * Gives each row away as it arrives and keeps none: what a long answer is made of dies young.
 * @throws what the database says, or `take`; that is given no further row then
 */
export async function eachRow<Row>(pool: Pool, query: QueryConfig, take: (row: Row) => void): Promise<void> {
  const client = await pool.connect()
  try {
    const running = client.query(new pg.Query(query))
    // Rows come from the socket: what is thrown at them would be nobody's, and end the process.
    let failure: { cause: unknown } | undefined
    running.on('row', (row: unknown) => {
      if (failure) return
      try {
        take(row as Row)
      } catch (cause) {
        failure = { cause }
      }
    })
    await once(running, 'end')
    if (failure) throw failure.cause
    client.release()
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}
