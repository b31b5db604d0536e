import { expect, test } from 'vitest'
import { indexOrders } from './order-index.ts'

const order = {
  orderId: 'o1',
  forwardingDomain: 'https://Acme.com',
  sendingTool: 'instantly',
  groups: [
    { groupId: 'second', orderIndex: 2, plan: 'google', sendingTool: 'other' },
    { groupId: 'first', orderIndex: 1, plan: 'premium' },
  ],
  domains: [
    { domain: 'stray.com', domainType: 'Azure', status: 'done' },
    { domain: 'b.com', domainType: 'Google', status: 'error', groupId: 'second' },
    { domain: 'a.com', domainType: 'Azure', status: 'done', groupId: 'first' },
    { domain: 'a.com', domainType: 'Azure', status: 'duplicate', groupId: 'first' },
  ],
} as const

test('groups come in the order in which they were bought, domains without a group last', () => {
  const [entry] = indexOrders([order])
  expect(entry!.groups.map(({ groupId }) => groupId)).toEqual(['first', 'second', 'no_group'])
  expect(entry!.groups.map(({ group }) => group?.orderIndex)).toEqual([1, 2, undefined])
})

test('badge, plan and tool are those of the group, counts those of the order without duplicates', () => {
  const [entry] = indexOrders([order])
  expect(entry!.groups.map(({ badge, plan, tool }) => [badge, plan, tool])).toEqual([
    ['done', 'premium', 'instantly'],
    ['error', 'google', 'other'],
    ['done', undefined, 'instantly'],
  ])
  expect(entry!.badge).toBe('error')
  expect(entry!.counts).toEqual({ total: 3, active: 2, replaced: 0, givenUp: 0, cancelled: 0 })
  expect(entry!.capacity).toBe(3000)
})

test('a group waits for its customer while a domain does, unless it is on hold', () => {
  const domains = [{ ...order.domains[2], status: 'pending' }, order.domains[1]] as const
  const held = order.groups.map((group) => ({ ...group, hold: 'past_due' }))
  const waiting = (entry: Parameters<typeof indexOrders>[0][number]) =>
    indexOrders([entry])[0]!.groups.map(({ waitsForCustomer }) => waitsForCustomer)
  expect(waiting({ ...order, domains })).toEqual([true, false])
  expect(waiting({ ...order, domains, groups: held })).toEqual([false, false])
})
