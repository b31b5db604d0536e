import type { OpenSession } from '#base/db/client.ts'
import { conflict } from '#base/http/refusal.ts'

/** One deep look at a time, whichever machine it is begun on: each removes what it finds of another. */
export async function withDeepLock<Result>(
  openSession: OpenSession,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = openSession('inboxyard doctor')
  // Losing it shows where it is asked next.
  client.on('error', () => {})
  await client.connect()
  const ask = async (call: string) => {
    const { rows } = await client.query<{ yes: boolean }>(
      `select ${call}(hashtextextended('doctor --deep', 0)) as yes`,
    )
    return rows[0]?.yes === true
  }
  try {
    if (!(await ask('pg_try_advisory_lock')))
      throw conflict('Another doctor --deep is under way. Wait until it has ended.')
    try {
      return await work()
    } finally {
      // Where the connection is lost, the lock went with it.
      await ask('pg_advisory_unlock').catch(() => false)
    }
  } finally {
    await client.end()
  }
}
