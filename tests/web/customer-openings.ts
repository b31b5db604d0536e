import { page } from 'vitest/browser'
import { ownSecondFactor } from '#features/accounts/api/account.ts'
import { domainsHealth, domainsStrips, oneDomainsHealth } from '#features/health/api/health.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { completeDraft } from '../rules/complete-draft.ts'
import { answerJobs, bulkJob, instantlyFields, openInstantly } from './bulk-pages.ts'
import { kept } from './kept-answers.ts'
import { network } from './network.ts'
import { openOrder } from './open-order.ts'
import { openPage } from './open-page.tsx'
import type { Opening } from './opening.ts'
import { fillReplacement, keeps, listUnpaid, openReadySpares, overlap } from './order-acts.ts'
import { answerOrders, groupOf, openDetails, selectGroups } from './orders.ts'
import { answerSamples } from './sample-answers.ts'

const sampled = (open: () => unknown) => () => {
  answerSamples()
  return open()
}
const phone = () => page.viewport(360, 740)
const at = (path: string) => () => {
  answerSamples()
  answerOrders()
  openPage(path)
}
const order =
  (...numbers: number[]) =>
  async () => {
    at('/dashboard?order=ord_mixed')()
    await selectGroups(...numbers)
  }
const details =
  (...of: Parameters<typeof openDetails>) =>
  async () => {
    answerSamples()
    await openDetails(...of)
  }
/** The account of somebody with two passkeys. */
const account = ({ hasAuthenticator = true } = {}) => {
  at('/account')()
  const passkey = { id: 'psk_1', name: 'MacBook', createdAt: '2026-01-02T03:04:05.000Z', lastUsedAt: null }
  const passkeys = [passkey, { ...passkey, id: 'psk_2', name: 'Phone' }]
  network.answer(ownSecondFactor, { isOn: true, hasAuthenticator, passkeys, recoveryCodesLeft: 8 })
}
const health = () => {
  network.answer(domainsHealth, kept(domainsHealth, 'health-overview'))
  network.answer(domainsStrips, kept(domainsStrips, 'health-strips'))
  network.answer(readReserve, kept(readReserve, 'reserve-empty'))
  openPage('/health')
}
type Act = NonNullable<ReturnType<typeof kept<typeof oneDomainsHealth>>['act']>
const domainHealth = (changes: Partial<Act>) => () => {
  answerSamples()
  network.answer(readReserve, kept(readReserve, 'reserve-empty'))
  const view = kept(oneDomainsHealth, 'health-domain')
  network.answer(oneDomainsHealth, { ...view, act: view.act && { ...view.act, ...changes } })
  openPage(`/health/${view.id}`)
}
const resting = {
  state: 'resting',
  by: 'customer',
  may: { rest: false, dismiss: false, return: true },
} as const
const draft = (path: string) => () => {
  answerSamples()
  openOrder(path, completeDraft('azure'))
}

export const customerOpenings: readonly Opening[] = [
  { at: at('/dashboard'), press: [/ada@example/] },
  { at: at('/dashboard'), press: [/^Find anything|^Search/] },
  {
    at: async () => {
      await phone()
      at('/dashboard')()
    },
    press: ['Menu'],
  },
  {
    at: async () => {
      await phone()
      draft('/select-domains')()
    },
    press: [/summary|\$/],
  },
  // Orders.
  { at: at('/dashboard?order=ord_mixed'), press: [/^Update Forwarding/] },
  { at: order(1), press: [/^Update Forwarding/] },
  { at: order(1), press: ['Update Usernames'] },
  { at: order(1), press: ['Replace Domains'] },
  {
    at: async () => {
      await phone()
      at('/dashboard?order=ord_mixed')()
      await selectGroups()
    },
    press: ['Actions'],
  },
  {
    at: async () => {
      await phone()
      at('/dashboard?order=ord_mixed')()
      await selectGroups()
    },
    press: ['Actions', 'Replace Domains'],
  },
  { at: at('/dashboard?order=ord_mixed'), press: [/^Inboxyard .*#1$/] },
  { at: sampled(fillReplacement), press: ['Replace 1 domain'], finish: [] },
  { at: sampled(openReadySpares), press: ['Use a ready spare'], finish: [] },
  { at: sampled(listUnpaid), press: ['Discard'] },
  { at: details(groupOf('mixed')), press: ['Edit order'] },
  { at: details(groupOf('broken', {}, { anotherDomain: 'priced' }), 0), press: ['Choose another domain'] },
  {
    at: details(groupOf('own', {}, { wanted: [], inTheWay: ['www CNAME shops.example.net'] }), 0),
    press: ['Replace 1 DNS record'],
  },
  { at: details(groupOf('replaced'), 1), press: ['Swap a mailbox'] },
  { at: details(groupOf('replaced'), 1), first: ['Swap a mailbox'], press: [/^Swap /] },
  {
    at: details(groupOf('replaced', {}, { replacedBy: 'fresh.com', overlap }), 0),
    press: ['End the overlap now'],
  },
  { at: details(groupOf('replaced', {}, {}, { keeps }), 1), press: ['Keep the old one'] },
  {
    at: details(groupOf('broken', {}, { anotherDomain: 'free', refundCents: 15_50 }), 0),
    press: ['Refund $15.50'],
  },
  // The account.
  { at: () => account(), press: ['Add a passkey'] },
  { at: () => account({ hasAuthenticator: false }), press: ['Set up'] },
  { at: () => account(), press: ['Rename MacBook'] },
  { at: () => account(), press: ['Remove MacBook'] },
  { at: () => account(), press: ['New recovery codes'] },
  { at: () => account(), press: ['Leave it to each'] },
  // Health.
  { at: health, press: ['Change'] },
  { at: domainHealth({}), press: ['Rest this domain'] },
  { at: domainHealth(resting), press: ['Return now'] },
  // Ordering.
  { at: draft('/plan-by-volume?emails=10000'), press: [/^Start/] },
  // The tools.
  {
    at: () => {
      answerSamples()
      answerOrders()
      openInstantly()
    },
    press: ['Choose from your orders'],
  },
  {
    at: () => {
      answerSamples()
      openInstantly('')
    },
    first: [
      () => instantlyFields.apiKey.fill('a-key'),
      () => page.getByText('Load only some accounts').click(),
    ],
    press: ['Choose tags'],
  },
  {
    at: () => {
      answerSamples()
      openInstantly(`?job=${bulkJob().jobId}`)
      answerJobs(bulkJob())
    },
    press: ['Undo...'],
    finish: [],
  },
]
