import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { reconcile } from '#delivery/provisioning/reconcile.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { reportedDomain, reportsHost } from './testing/reported-domain.ts'

const world = await createTestWorld()
const { deps } = world
const log = pino({ level: 'silent' })

/** The look that every name has within a day, by a product that takes reports in, or does not. */
async function lookedAt(name: string, mailHost: string | undefined): Promise<void> {
  const dmarc = mailHost === undefined ? undefined : { mailHost, port: undefined, host: '127.0.0.1' }
  const old = JSON.stringify('2020-01-01T00:00:00.000Z')
  await deps.db.execute(
    sql`update domain_names set facts = jsonb_set(facts, '{dns,at}', ${old}::jsonb) where name = ${name}`,
  )
  for (let run = 0; run < 12; run++)
    if ((await reconcile({ ...deps, log, config: { ...deps.config, dmarc } }, name)) === 'done') return
  throw new Error(`${name} does not come to an end.`)
}

const policyOf = async (name: string) => {
  const answer = await deps.vendors.dns.txt(`_dmarc.${name}`)
  return answer.state === 'found' ? answer.values : []
}
const stateOf = async (name: string) => {
  const { rows } = await deps.db.execute<{ status: string; changing: unknown }>(
    sql`select status, changing from domains where name = ${name}`,
  )
  return rows[0]
}
const eventsOf = async (name: string) => {
  const { rows } = await deps.db.execute(
    sql`select e.kind, e.sentence from domain_events e where e.name = ${name} order by e.id`,
  )
  return rows
}

test('a domain that runs without reports is not wrong, and asks for them with its next look once they are taken in', {
  timeout: 60_000,
}, async () => {
  const { name, address } = await reportedDomain(world)
  expect(await policyOf(name)).toEqual(['v=DMARC1; p=none'])
  await lookedAt(name, undefined)
  expect(await policyOf(name)).toEqual(['v=DMARC1; p=none'])
  const told = await eventsOf(name)
  await lookedAt(name, reportsHost)
  expect(await policyOf(name)).toEqual([`v=DMARC1; p=none; rua=mailto:${address}`])
  expect(await stateOf(name)).toEqual({ status: 'done', changing: null })
  await lookedAt(name, undefined)
  expect(await policyOf(name)).toEqual(['v=DMARC1; p=none'])
  expect(await stateOf(name)).toEqual({ status: 'done', changing: null })
  await lookedAt(name, 'elsewhere.inboxyard.test')
  expect(await policyOf(name)).toEqual([
    `v=DMARC1; p=none; rua=mailto:${address.replace(reportsHost, 'elsewhere.inboxyard.test')}`,
  ])
  // The operator has done that, and nothing has happened to the domain.
  expect(await eventsOf(name)).toEqual(told)
})
