import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainNames } from '#base/db/schema/index.ts'
import { hour } from '../looks/testing/look-world.ts'
import { watchedDomains } from './testing/watched-domains.ts'

const { deps, begin, first, control, addressesOf, reconcile, lookAfter, forgetWarmUp } = await watchedDomains(
  {
    tool: 'instantly',
    plan: 'google',
    names: { google: ['suspendedyard.com'] },
    mailboxesPerDomain: 3,
  },
)
await forgetWarmUp()

async function suspend(reason: string | null) {
  for (const address of (await addressesOf(first)).slice(0, 2))
    await control('/_google/suspended', { address, reason })
}

test('with Google’s word and the tool’s a domain at Google can be called healthy', async () => {
  await control('/_instantly/counts', { domain: first.name, sent: 5, bounced: 0, warmupSent: 5, landed: 5 })
  const well = await lookAfter(0)
  expect(well.of('ban')).toMatchObject({ verdict: 'ok', source: 'google' })
  expect(well).toMatchObject({ state: 'healthy', score: 100 })
})

test('whom Google suspends for abuse is told without a code of Microsoft’s, and a domain with most of them stopped is to rest', async () => {
  await suspend('ABUSE')
  const stopped = await lookAfter(1 * hour)
  expect(stopped.of('ban')).toMatchObject({
    verdict: 'warn',
    evidence: 'Suspended: Google stopped the mailbox (the host says so).',
  })
  expect(stopped.of('mailboxes')).toMatchObject({
    verdict: 'bad',
    evidence: expect.stringContaining('2 of 3'),
  })
  expect(stopped).toMatchObject({ state: 'rest', share: 0, cause: 'mailboxes' })
})

test('a look at its mailboxes leaves them suspended, and what the host says of them does not come and go', async () => {
  await deps.db.update(domainNames).set({ recheckBefore: sql`now()` }).where(eq(domainNames.name, first.name))
  await reconcile(first)
  const still = await lookAfter(1.9 * hour)
  expect(still.of('ban')).toMatchObject({ verdict: 'warn', observedAt: begin + 1.9 * hour })
  expect(still.of('mailboxes')).toMatchObject({ evidence: expect.stringContaining('2 of 3') })
})

test('whom an administrator suspends is no fault of what was sent', async () => {
  await suspend('ADMIN')
  expect((await lookAfter(3 * hour)).of('ban')).toMatchObject({ verdict: 'ok', observedAt: begin + 3 * hour })
})

test('of a reason that nobody has described nothing is concluded: what was said before grows old', async () => {
  await suspend('SOMETHING_NEW')
  const unclear = await lookAfter(4 * hour)
  expect(unclear.of('ban')).toMatchObject({ observedAt: begin + 3 * hour })
  expect((await lookAfter(28 * hour)).coverage).toBeLessThan(unclear.coverage)
})

test('one that is stopped for a reason that nobody has described hides none that is stopped for abuse', async () => {
  const [abused, strange] = await addressesOf(first)
  await suspend(null)
  await control('/_google/suspended', { address: abused, reason: 'ABUSE' })
  await control('/_google/suspended', { address: strange, reason: 'SOMETHING_NEW' })
  const stopped = await lookAfter(30 * hour)
  expect(stopped.of('ban')).toMatchObject({ verdict: 'warn', observedAt: begin + 30 * hour })
  expect(stopped.of('mailboxes')).toMatchObject({ evidence: expect.stringContaining('1 of 3') })
})
