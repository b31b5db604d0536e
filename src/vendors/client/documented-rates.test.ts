import { expect, test } from 'vitest'
import { allSucceeded } from '#vendors/testing/all-succeeded.ts'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import { openHost } from '#vendors/testing/google-host.ts'
import { people, verifyName } from '#vendors/testing/mailboxes.ts'
import { paymentsAt } from '#vendors/testing/stripe-payments.ts'
import { partsOf } from './budgets.ts'

const name = 'contoso-outreach.com'

/** The most that may be let through in the second after a full burst, by all purposes together. */
function mostInASecond({ dependencies }: ContractBench, isLimit: (key: string) => boolean): number {
  const taken = dependencies.limits.reservations.find(({ key }) => isLimit(key))
  if (!taken) throw new Error('It has a limit of its own.')
  const burst = partsOf(taken.rate.burst, taken.among).reduce((sum, part) => sum + part.burst, 0)
  return burst + taken.rate.perSecond
}

test('Stripe is never asked more than the 25 times that it documents for a second', async () => {
  await using bench = await openBench('in-process')
  await paymentsAt(bench).findPromotion('X')
  expect(mostInASecond(bench, (key) => key.startsWith('stripe:'))).toBeLessThanOrEqual(25)
})

test('Google is never asked for more than the ten users that it documents for a second', async () => {
  await using bench = await openBench('in-process')
  const host = openHost(bench)
  await verifyName(bench, host, name)
  allSucceeded(await host.ensureMailboxes(people(name, 1)))
  expect(mostInASecond(bench, (key) => key.endsWith(':creations'))).toBeLessThanOrEqual(10)
})
