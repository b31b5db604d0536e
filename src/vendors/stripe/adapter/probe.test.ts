import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('./', import.meta.url)
const sources = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'probe.ts')
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n')
/** Kinds of objects that calls are made on: `checkout.sessions`, `invoices`, … */
const kindsIn = (source: string) => [
  ...new Set([...source.matchAll(/\bstripe\.((?:\w+\.)*\w+)\.\w+\(/g)].map(([, kind]) => kind)),
]
const probed = kindsIn(readFileSync(new URL('probe.ts', folder), 'utf8'))
/** Kinds without a list, and what allows their calls. */
const alike: Record<string, string> = {
  'billingPortal.sessions': 'billingPortal.configurations',
  // Lists those of one subscription only.
  subscriptionItems: 'subscriptions',
}

test('every kind of object that is used is probed', () => {
  // Without the permission for endpoints nothing but a comparison is lacking, which says so itself.
  const used = kindsIn(sources).filter((kind) => kind !== 'webhooks' && kind !== 'webhookEndpoints')
  expect(used).toContain('checkout.sessions')
  expect(used.filter((kind = '') => !probed.includes(alike[kind] ?? kind))).toEqual([])
})

test('the permissions to give, as the guide lists them, are those that are probed', () => {
  const guide = readFileSync(new URL('../../../../docs/going-live.md', import.meta.url), 'utf8')
  const table = guide.slice(guide.indexOf('| Permission | For |'), guide.indexOf('3. A **webhook endpoint**'))
  const listed = [...table.matchAll(/([A-Z][\w ]+): (?:write|read)/g)].map(([, name = '']) => name)
  const named: Record<string, string[]> = {
    customers: ['Customers'],
    paymentMethods: ['Payment Methods'],
    products: ['Products'],
    prices: ['Prices'],
    coupons: ['Coupons'],
    promotionCodes: ['Promotion Codes'],
    'checkout.sessions': ['Checkout Sessions'],
    subscriptions: ['Subscriptions'],
    invoices: ['Invoices'],
    invoiceItems: ['Invoice Items'],
    paymentIntents: ['PaymentIntents'],
    invoicePayments: ['Invoices'],
    charges: ['Charges and Refunds'],
    balanceTransactions: ['Balance'],
    refunds: ['Charges and Refunds'],
    disputes: ['Disputes'],
    'billingPortal.configurations': ['Customer portal'],
    events: ['Events'],
  }
  const others = ['Webhook Endpoints']
  expect(listed.toSorted()).toEqual(
    [
      ...new Set(probed.flatMap((kind = '') => named[kind] ?? [`${kind} is not listed`])),
      ...others,
    ].toSorted(),
  )
})
