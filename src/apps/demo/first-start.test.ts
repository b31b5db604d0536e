import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/server/empty-database.ts'
import { freePorts } from '#tests/server/free-ports.ts'
import { startProcess } from '#tests/server/product-process.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoAccounts, demoPassword } from './demo-accounts.ts'
import { demoStaffEmail } from './demo-staff.ts'

const { deps } = await createTestWorld({ sandboxPort: await freePorts(6) })

test('two processes that start together for the first time, with the demo, both come up and make its accounts once', async () => {
  await using database = await emptyDatabase()
  const env = { DEMO: 'on' }
  const [web, worker] = await Promise.all([
    startProcess({ database, deps }, 'web', env),
    startProcess({ database, deps }, 'worker', env),
  ])
  const signedIn = await fetch(`${web.url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      origin: new URL(deps.config.publicUrl).origin,
    },
    body: JSON.stringify({ email: demoAccounts[0].email, password: demoPassword }),
  })
  expect(signedIn.status).toBe(200)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ email: string }>('select email from users order by email')
  await client.end()
  expect(rows.map(({ email }) => email)).toEqual(
    [...demoAccounts.map(({ email }) => email), demoStaffEmail].toSorted(),
  )
  expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0])
})
