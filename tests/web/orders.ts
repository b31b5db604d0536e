import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { readRoom } from '#features/checkout/api/payments.ts'
import { lookAtStanding } from '#features/names/api/find-domains.ts'
import { type GroupDetails, getGroup } from '#features/orders/api/groups.ts'
import { getOrderOverview } from '#features/orders/api/order-overview.ts'
import { listOrders, type OrderListItem } from '#features/orders/api/orders.ts'
import { type OrderAction, orderActionLabels } from '#features/orders/rules/order-actions.ts'
import { listMailboxes } from '#features/people/api/mailboxes.ts'
import { reinstatePrefill } from '#features/reinstatement/api/reinstate.ts'
import { reinstatePath } from '#features/reinstatement/rules/reinstate-path.ts'
import type { PrefillRecord } from '#features/reinstatement/rules/reinstate-prefill.ts'
import type { ReinstateResponse } from '#features/reinstatement/rules/reinstate-response.ts'
import type { SelectedDomain } from '#features/reinstatement/rules/reinstate-selection.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { kept } from './kept-answers.ts'
import { network } from './network.ts'
import { openPage } from './open-page.tsx'

/** The orders of the kept customer, by the first word of their domains. */
const names = ['premium', 'mixed', 'google', 'own', 'broken', 'gone', 'held', 'replaced'] as const
export type KeptOrder = (typeof names)[number]

/** The first group of an order, with its details; each domain may be changed. */
export function groupOf(
  name: KeptOrder,
  changes: Partial<GroupDetails> = {},
  ...domains: Partial<GroupDetails['domains'][number]>[]
): GroupDetails {
  const group = kept(getGroup, `group-${name}`)
  return {
    ...group,
    domains: group.domains.map((domain, at) => ({ ...domain, ...domains[at] })),
    ...changes,
  }
}

/** An order of the list. */
export function orderOf(name: KeptOrder | 'queued', changes: Partial<OrderListItem> = {}): OrderListItem {
  const order = kept(listOrders, 'orders').orders.find(({ orderId }) => orderId === `ord_${name}`)
  if (!order) throw new Error(`No order is kept as ${name}.`)
  return { ...order, ...changes }
}

/** Answers the list with these orders alone. */
export const answerList = (...orders: OrderListItem[]): void =>
  network.answer(listOrders, { ...kept(listOrders, 'orders'), orders })

/** Answers what the pages of orders ask for, as kept; where a test changes a group, with that. */
export function answerOrders(...changed: GroupDetails[]): void {
  network.answer(listOrders, kept(listOrders, 'orders'))
  network.answer(getOrderOverview, kept(getOrderOverview, 'overview'))
  network.answer(readReserve, { burn: 0.15, isAssumed: true, pools: [] })
  network.answer(readRoom, { room: { azure: 10, google: 10 } })
  network.answer(listMailboxes, kept(listMailboxes, 'mailboxes'))
  network.answer(lookAtStanding, ({ body }) => ({
    results: body.domains.map((domain) => ({ domain, isKnown: true, records: [], kept: [] })),
  }))
  const groups = [...changed, ...names.map((name) => groupOf(name))]
  network.answer(getGroup, ({ params }) => {
    const group = groups.find(({ groupId }) => groupId === params.groupId)
    if (!group) throw new Error(`No group is kept as ${params.groupId}.`)
    return group
  })
}

/** The dashboard with an order open beside the list. */
export function openOrder(name: KeptOrder): void {
  answerOrders()
  openPage(`/dashboard?order=ord_${name}`)
}

/** The details of the first group of an order, as changed, and there its domain of this number, unfolded. */
export async function openDetails(group: GroupDetails, at?: number): Promise<void> {
  answerOrders(group)
  openPage(`/dashboard?details=${group.groupId}`)
  const domain = group.domains[at ?? -1]
  if (!domain) return
  const row = page.getByRole('dialog', { name: 'Order Details' }).getByRole('button', {
    name: new RegExp(`^(Microsoft|Google) ${domain.domain}`),
  })
  await expect.element(row).toBeVisible()
  if (row.element().getAttribute('aria-expanded') === 'false') await row.click()
}

export const actionButton = (action: OrderAction) =>
  page.getByRole('toolbar').getByRole('button', { name: orderActionLabels[action], exact: true })

/** Begins an action on the groups with these numbers of an order. */
export async function startAction(action: OrderAction, name: KeptOrder, ...numbers: number[]): Promise<void> {
  openOrder(name)
  await selectGroups(...numbers)
  await actionButton(action).click()
}

/** Without numbers, all of them. */
export async function selectGroups(...numbers: number[]): Promise<void> {
  if (numbers.length === 0) await page.getByLabelText(/^Select All/).click()
  for (const number of numbers)
    await page.getByRole('checkbox', { name: new RegExp(`^Select .* #${number}$`) }).click()
}

/** Presses a button that says it cannot be used now. */
export const pressUnavailable = (button: Locator) => button.click({ force: true })

/** Expects a sentence on the page, as a message of its own or beside what it is about. */
export const expectTold = (message: string | RegExp) =>
  expect.element(page.getByText(message).first()).toBeVisible()

/** Nothing of the page is wider than a phone's window. */
export async function expectNoOverflow(): Promise<void> {
  const { innerWidth, innerHeight } = window
  await page.viewport(360, 740)
  const { documentElement } = document
  await expect.poll(() => documentElement.scrollWidth - documentElement.clientWidth).toBeLessThanOrEqual(0)
  await page.viewport(innerWidth, innerHeight)
}

/** The cancelled domains of the kept customer, as the page that reinstates them is told of them. */
export const goneDomains = ['gone1.com', 'gone2.com'].map(
  (domain): SelectedDomain => ({
    ...{ domain, domainType: 'Azure', status: 'cancelled', groupId: 'bun_gone_1' },
  }),
)

/** The steps of a reinstatement, with what these orders had or as changed. */
export async function openReinstatement(
  domains = goneDomains,
  change: (record: PrefillRecord, domain: string) => Partial<PrefillRecord> = () => ({}),
  room = { azure: 10, google: 10 },
): Promise<void> {
  const { ordersByDomain, ...answer } = kept(reinstatePrefill, 'reinstate-prefill')
  const [record] = ordersByDomain['gone1.com'] ?? []
  if (!record) throw new Error('Nothing is kept of the cancelled order.')
  const changed = domains.map(({ domain }) => [domain, [{ ...record, ...change(record, domain) }]])
  network.answer(reinstatePrefill, { ...answer, ordersByDomain: Object.fromEntries(changed) })
  network.answer(readRoom, { room })
  openPage(reinstatePath(domains))
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Saves the steps of a reinstatement as they are. */
export async function saveSteps(): Promise<void> {
  for (const name of ['Save Configuration', 'Confirm User Configuration', 'Save Tool Configuration'])
    await page.getByRole('button', { name }).click()
}

/** What the server offers for a reinstatement of these domains at this price, in cents. */
export const reinstatementAt = (
  totalCents: number,
  items: ReinstateResponse['quote']['items'] = [],
): ReinstateResponse => ({
  ...{ success: true, message: '', domains: [{ domain: 'gone1.com', type: 'azure' }] },
  domainGroups: [{ groupId: 'bun_gone_1', plan: 'azure', domains: ['gone1.com', 'gone2.com'] }],
  quote: { lines: [], items, monthlyCents: 50_00, oneTimeCents: 0, discountCents: 0, totalCents },
})
