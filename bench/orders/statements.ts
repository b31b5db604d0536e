import { pino } from 'pino'
import { buildApp } from '#apps/server/app.ts'
import { openDependencies } from '#apps/server/open-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import { freePorts } from '#tests/server/free-ports.ts'
import { hearStatements, isOwnWork } from '#tests/server/hear-statements.ts'
import { orderToPaid, signInAt } from '../shopper.ts'

/**
 * Statements that one order takes, with limits and the audit log and without: counted in this process, which answers it
 * on the same database and sandbox. What begins and ends transactions is in neither, nor what Stripe's events take.
 */
export async function countStatements(
  env: Record<string, string>,
  email: string,
  password: string,
): Promise<{ all: number; own: number }> {
  const port = await freePorts(1)
  const { deps, close } = await openDependencies({
    config: loadConfig({ ...env, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }),
    log: pino({ level: 'silent' }),
    whenOwned: 'join',
  })
  const app = await buildApp(deps)
  try {
    await app.listen({ port, host: 'localhost' })
    const site = `http://localhost:${port}`
    const shopper = await signInAt(site, email, password)
    // What the first order of a process needs is there.
    await orderToPaid(shopper, site)
    const statements: string[] = []
    const end = hearStatements(({ text }) => void statements.push(text))
    try {
      await orderToPaid(shopper, site)
    } finally {
      end()
    }
    return { all: statements.length, own: statements.filter(isOwnWork).length }
  } finally {
    await app.close()
    await close()
  }
}
