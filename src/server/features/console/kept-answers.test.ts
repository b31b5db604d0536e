import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { consoleCapacity } from '#shared/api/console/capacity.ts'
import { readChecks } from '#shared/api/console/checks.ts'
import { customerDetails, customerNotes } from '#shared/api/console/customer.ts'
import { customerList } from '#shared/api/console/customers.ts'
import { consoleAccounts, consoleDomains } from '#shared/api/console/domains.ts'
import { consoleFigures, consoleHome } from '#shared/api/console/home.ts'
import { consoleMail } from '#shared/api/console/mail.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { newId } from '../../db/ids.ts'
import { domains, workItems } from '../../db/schema/index.ts'
import { keepAnswer } from '../../testing/keep-answer.ts'
import { createPaidOrder } from '../../testing/paid-order.ts'
import { joinedStaff } from '../../testing/staff.ts'
import { createTestWorld } from '../../testing/test-world.ts'

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
