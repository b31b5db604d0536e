import { page } from 'vitest/browser'
import { type GroupDetails, getGroup } from '#shared/api/groups.ts'
import { listMailboxes } from '#shared/api/mailboxes.ts'
import { getOrderOverview } from '#shared/api/order-overview.ts'
import { listOrders, type OrderListItem } from '#shared/api/orders.ts'
import { readReserve } from '#shared/api/reserve.ts'
import { type OrderAction, orderActionLabels } from '#shared/orders/order-actions.ts'
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
  network.answer(listMailboxes, kept(listMailboxes, 'mailboxes'))
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
  if ((await row.element()).getAttribute('aria-expanded') === 'false') await row.click()
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
