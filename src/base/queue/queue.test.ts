import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { createQueue } from './queue.ts'

const { db, url } = await createTestDatabase()

test('jobs that were added at once are worked off one after the other, without waiting for the next look', async () => {
  const queue = createQueue({ connectionString: url, log: pino({ level: 'silent' }), works: true })
  await queue.start()
  const done: string[] = []
  await queue.work('mail', 2, async ({ mailId }) => {
    done.push(mailId)
  })
  // At one look every five seconds two workers would need minutes for them.
  const ids = Array.from({ length: 100 }, (_, at) => `mail-${at}`)
  await queue.add(
    db,
    'mail',
    ids.map((mailId) => ({ mailId })),
  )
  await expect.poll(() => done.length, { timeout: 60_000, interval: 50 }).toBe(ids.length)
  expect(done.toSorted()).toEqual(ids.toSorted())
  await queue.stop()
}, 90_000)
