import { type Locator, page } from 'vitest/browser'
import { verifyAvailability } from '#features/names/api/find-domains.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { network } from './network.ts'
import { openPage } from './open-page.tsx'
import { answerList, answerOrders, groupOf, openDetails, orderOf, startAction } from './orders.ts'

export const inDialog = (name: string, role: 'dialog' | 'alertdialog' = 'dialog') =>
  page.getByRole(role, { name })
export const press = (name: string, within: Pick<Locator, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: true })
const soon = new Date(Date.now() + 10 * 24 * 3_600_000).toISOString()

/** A new name stands in the dialog, ready to be taken. */
export async function fillReplacement(): Promise<void> {
  await startAction('replaceDomains', 'mixed', 1)
  const dialog = inDialog('Replace Domains')
  network.answer(verifyAvailability, ({ body }) => ({
    success: true,
    results: body.domains.map((domain) => ({
      domain,
      available: true,
      exists_in_airtable: false,
      message: '',
      suggestions: [],
    })),
  }))
  await dialog.getByRole('radio', { name: /^Purchase new domains/ }).click()
  await press('Replace mixed1.com', dialog).click()
  await dialog.getByLabelText('New domain for mixed1.com').fill('brandnew.com')
  await press('Save', dialog).click()
}

export async function openReplacement(): Promise<void> {
  await fillReplacement()
  await press('Replace 1 domain', inDialog('Replace Domains')).click()
}

/** A ready spare may take a place. */
export async function openReadySpares(): Promise<void> {
  const spare = {
    ...{ id: 'dom_spare', domain: 'spare1.com', domainType: 'Azure' as const, orderId: 'ord_spares' },
    ...{ state: 'ready' as const, readyAt: new Date().toISOString(), why: null, receivesUntil: null },
  }
  const pool = {
    ...{ plan: 'azure' as const, tool: 'instantly' as const, companies: ['Acme'], groupIds: ['bun_mixed_1'] },
    ...{ sending: 2, recommended: 1, order: null, spares: [spare] },
  }
  answerOrders()
  network.answer(readReserve, { burn: 0.15, isAssumed: true, pools: [pool] })
  openPage('/dashboard?order=ord_mixed')
  await page.getByRole('checkbox', { name: 'Select Inboxyard Azure #1' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Replace Domains' }).click()
}

export async function openSpares(): Promise<void> {
  await openReadySpares()
  await press('Use a ready spare').click()
}

export async function openCancellation(): Promise<void> {
  answerOrders()
  openPage('/cancel_order?id=bun_mixed_1')
  await page.getByRole('radio', { name: 'Pricing concerns' }).click()
  await press('Continue').click()
}

export async function openRename(): Promise<void> {
  await startAction('updateUsernames', 'mixed', 1)
  await inDialog('Change Usernames').getByRole('button', { name: 'Delete John Roe' }).click()
  await press('Submit Changes').click()
}

export async function openForwarding(): Promise<void> {
  await startAction('updateForwarding', 'mixed', 1)
  await page.getByLabelText('New Forwarding Domain').fill('example.org/new')
}

export async function openEdit(): Promise<void> {
  await openDetails(groupOf('mixed'))
  await press('Edit order').click()
  await inDialog('Edit Order').getByLabelText('Organization Name').fill('Renamed Inc')
}

export async function openSwap(): Promise<void> {
  await openDetails(groupOf('replaced'), 1)
  await press('Swap a mailbox').click()
  await inDialog('Swap a Mailbox')
    .getByRole('button', { name: /^Swap / })
    .first()
    .click()
}

export const paymentPage = () => `${window.location.href.replace(/#.*/, '')}#paying`

export async function listUnpaid(): Promise<void> {
  const { groups, ...order } = orderOf('mixed')
  const unpaid = {
    checkoutId: 'chk_1',
    kind: 'replace' as const,
    domains: 1,
    cents: 1550,
    url: `${window.location.origin}/dashboard?order=ord_mixed#paying`,
    until: soon,
  }
  answerOrders()
  answerList({ ...order, groups: groups.map((group, at) => (at === 0 ? { ...group, unpaid } : group)) })
  openPage('/dashboard?order=ord_mixed')
}

export async function openUnpaid(): Promise<void> {
  await listUnpaid()
  await press('Discard').click()
}

export const overlap = {
  share: 100,
  leastMail: 'no cold mail',
  isStopped: false,
  fallsUntil: soon,
  receivesUntil: soon,
}
export const keeps = { domain: 'old.com', isSpent: false, isInFile: false }
