import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTestWorld } from '#tests/server/test-world.ts'
import { keepIntake } from './keep-intake.ts'
import { rawSmtp } from './testing/raw-smtp.ts'
import { reportsHost } from './testing/reported-domain.ts'

const { deps } = await createTestWorld({ env: { DMARC_HOST: reportsHost } })

test('a port that is taken ends nothing: it is told, tried again, and had once it is free', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const told: (string | undefined)[] = []
  const intake = await keepIntake(
    {
      ...deps,
      log: pino({ level: 'silent' }),
      note: async ({ problem }) => {
        told.push(problem)
      },
    },
    { mailHost: reportsHost, host: '127.0.0.1', port },
    { everyMs: 50 },
  )
  try {
    expect(told).toEqual([expect.stringContaining(`DMARC_SMTP_PORT ${port}`)])
    other.close()
    await once(other, 'close')
    await expect.poll(() => told.at(-1), { timeout: 30_000 }).toBeUndefined()
    const connection = await rawSmtp(port)
    expect(connection.greeting).toBe(220)
    connection.end()
  } finally {
    await intake.close()
  }
})
