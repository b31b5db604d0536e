import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Endpoint } from '#base/api/endpoint.ts'
import { newId } from '#base/db/ids.ts'
import { domains, workItems } from '#base/db/schema/index.ts'
import { consoleCapacity } from '#features/capacity/api/console-capacity.ts'
import { readChecks } from '#features/checks/api/console-checks.ts'
import { customerDetails, customerNotes } from '#features/customers/api/console-customer.ts'
import { customerList } from '#features/customers/api/console-customers.ts'
import { consoleAccounts, consoleDomains } from '#features/domains/api/console-domains.ts'
import { consoleFigures, consoleHome } from '#features/home/api/console-home.ts'
import { consoleMail } from '#features/home/api/console-mail.ts'
import { keepAnswer } from '#tests/server/keep-answer.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()

test('what the console’s pages show is what the component tests begin with', async () => {
  const { deps } = world
  const ada = await world.customer({ email: 'ada@example.test' })
  await createPaidOrder(deps, {
    customerId: ada.id,
    names: { azure: ['first.com', 'second.com'] },
    mailboxesPerDomain: 1,
  })
  await deps.db
    .update(domains)
    .set({ status: 'done', deliveredAt: new Date() })
    .where(eq(domains.name, 'second.com'))
  await deps.db
    .insert(workItems)
    .values({ id: newId('workItem'), kind: 'tool_consent', subject: 'first.com', instructions: 'Sign in.' })
  const owner = await joinedStaff(world, 'owner')
  const keep = async (endpoint: Endpoint, name: string, path: string = endpoint.path) => {
    const { status, body } = await owner.get(path)
    expect(status, path).toBe(200)
    await keepAnswer(endpoint, name, body)
  }
  await keep(consoleHome, 'console-home')
  await keep(consoleFigures, 'console-figures')
  await keep(consoleMail, 'console-mail')
  await keep(readChecks, 'console-checks')
  await keep(consoleCapacity, 'console-capacity')
  await keep(consoleAccounts, 'console-accounts')
  await keep(customerList, 'console-customers')
  await keep(consoleDomains, 'console-domains')
  await keep(customerDetails, 'console-customer', customerDetails.path.replace(':customerId', ada.id))
  await keep(customerNotes, 'console-customer-notes', customerNotes.path.replace(':customerId', ada.id))
})
