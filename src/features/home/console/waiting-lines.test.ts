import { expect, test } from 'vitest'
import { keysOf } from '#base/records/keys-of.ts'
import { consoleDomains } from '#features/domains/api/console-domains.ts'
import { standstills } from '#features/domains/rules/standstill.ts'
import { consoleOrders } from '#features/orders/api/console-orders.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import { listWork } from '#features/work/api/console-work.ts'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { waitingLines } from './waiting-lines.ts'

const since = '2026-11-01T00:00:00.000Z'
const sum = { count: 2, cents: 81_00 }
const home: Parameters<typeof waitingLines>[0] = {
  readAt: since,
  alarms: [{ what: 'Mail stands still', mend: 'Start it.', since }],
  stuck: keysOf(standstills).flatMap((standstill) =>
    [1, 3].map((domains) => ({ standstill, why: 'no room', domains, example: 'acme.com', since })),
  ),
  work: [{ kind: 'tool_consent', count: 1, oldest: since }],
  holds: groupHolds.map((hold) => ({ hold, groups: 1, since })),
  money: { refundsFailed: sum, refundsUnderWay: sum, disputes: 1, refusedRenewals: 1 },
  vendors: { since, states: [] },
  rounds: [],
  due: { names: 0, oldestName: null, mails: 0, paymentEvents: 0 },
}

/** What the list at an address is asked for, beside what the address says. */
const lists: Record<
  string,
  { query: typeof consoleOrders.query | typeof consoleDomains.query | typeof listWork.query; more?: object }
> = {
  [operatorPaths.orders]: { query: consoleOrders.query },
  [operatorPaths.domains]: { query: consoleDomains.query },
  [operatorPaths.work]: { query: listWork.query, more: { state: 'open' } },
}

test('what a line leads to is a list that its server knows how to narrow', () => {
  const links = waitingLines(home).flatMap(({ to }) => (to ? [to] : []))
  for (const link of links) {
    const [path = '', query] = link.split('?')
    const asked = Object.fromEntries(new URLSearchParams(query))
    const list = lists[path]
    const answer = list?.query.safeParse({ ...asked, ...list.more })
    expect(answer?.data, link).toMatchObject(asked)
  }
  expect(new Set(links.map((link) => link.split('?')[0]))).toEqual(new Set(Object.keys(lists)))
})

test('orders on hold, open disputes, refused renewals and refunds that failed lead to those orders', () => {
  const byKey = new Map(waitingLines(home).map(({ key, to }) => [key, to]))
  for (const hold of groupHolds) expect(byKey.get(`hold ${hold}`)).toBe('/operator/orders?only=held')
  expect(byKey.get('disputes')).toBe('/operator/orders?only=disputed')
  expect(byKey.get('renewals')).toBe('/operator/orders?only=refused')
  expect(byKey.get('refunds failed')).toBe('/operator/orders?only=unrefunded')
})
