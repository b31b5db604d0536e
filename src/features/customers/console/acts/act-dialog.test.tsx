import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { draw } from '#tests/web/open-page.tsx'
import type { CustomerFacts } from '../../api/console-customer.ts'
import { changeCustomerAccess } from '../../api/console-customer-acts.ts'
import ActDialog from './act-dialog.tsx'

const moment = '2026-01-15T12:00:00.000Z'
const facts: CustomerFacts = {
  id: 'cus_1',
  name: 'Ada Byron',
  email: 'ada@example.test',
  state: 'active',
  since: moment,
  stripeCustomerId: null,
  termsAcceptedAt: moment,
  disabledAt: null,
  suspendedAt: null,
  isBillingStopped: false,
  healthMode: 'suggest',
  eraseDueAt: null,
  erasedAt: null,
  isClosingUnfinished: false,
  orders: 1,
  groups: 1,
  domains: 2,
  mailboxes: 4,
  billed: 1,
  monthlyCents: 50_00,
  openPages: 0,
  sessions: 0,
  bulkUpdates: 0,
}

test.each([
  ['suspend', 'Suspend', facts, true],
  ['suspend', 'Suspend', { ...facts, groups: 0 }, false],
  ['disable', 'Stop sign-in', facts, false],
  ['enable', 'Open account', { ...facts, state: 'suspended', isBillingStopped: true }, true],
  ['enable', 'Open account', { ...facts, state: 'suspended' }, false],
] as const)(
  'the billing that %s does not offer to change is not changed by it (%s, %#)',
  async (name, button, customer, isOffered) => {
    network.answer(changeCustomerAccess, { message: 'Done.' })
    draw(<ActDialog title="Ada’s account" name={name} facts={customer} onClose={() => {}} />)
    const act = page.getByRole('button', { name: button, exact: true })
    await expect.element(act).toBeVisible()
    expect(page.getByRole('checkbox').elements()).toHaveLength(isOffered ? 1 : 0)
    await act.click()
    await expect.poll(() => network.sent(changeCustomerAccess).length).toBe(1)
    expect(network.sent(changeCustomerAccess)[0]?.body).toMatchObject({ withBilling: isOffered })
  },
)
