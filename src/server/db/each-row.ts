import { once } from 'node:events'
import pg, { type Pool, type QueryConfig } from 'pg'

/**
 * Gives each row away as it arrives and keeps none: what a long answer is made of dies young.
 * @throws what the database says
 */
export async function eachRow<Row>(pool: Pool, query: QueryConfig, take: (row: Row) => void): Promise<void> {
  const client = await pool.connect()
  try {
    const running = client.query(new pg.Query(query))
    running.on('row', take as (row: unknown) => void)
    await once(running, 'end')
    client.release()
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}
