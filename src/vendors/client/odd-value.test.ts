import { expect, test } from 'vitest'
import { senderPage } from '#vendors/bison/adapter/wire.ts'
import * as instantly from '#vendors/instantly/adapter/wire.ts'
import * as smartlead from '#vendors/smartlead/adapter/wire.ts'

test('one odd account of a page is shown as far as it can be read, and the others as they are', () => {
  const good = { email: 'a@acme.com', warmup_status: 1, daily_limit: 20 }
  const odd = { email: 'b@acme.com', warmup_status: null, daily_limit: '30', sending_gap: 'unlimited' }
  const { items } = instantly.page(instantly.account).parse({ items: [good, odd] })
  expect(items.map(instantly.toBulkAccount)).toMatchObject([
    { email: 'a@acme.com', warmupOn: true, dailyLimit: 20 },
    { email: 'b@acme.com', warmupOn: false, dailyLimit: 30, sendingGapMinutes: undefined },
  ])
  expect(items.map(instantly.toToolMailbox)).toMatchObject([
    { warmupBarred: false },
    { warmupOn: false, warmupBarred: false },
  ])

  const listed = smartlead.accountList.parse([
    { id: 1, from_email: 'a@acme.com', message_per_day: 20 },
    { id: 2, from_email: null, message_per_day: 'none' },
    { id: 3, from_email: null },
  ])
  expect(listed.map(smartlead.toBulkAccount)).toMatchObject([
    { email: 'a@acme.com', dailyLimit: 20 },
    { email: 'Not readable (account 2)', dailyLimit: undefined },
    { email: 'Not readable (account 3)' },
  ])

  const { data } = senderPage.parse({
    data: [
      { id: 1, email: 'a@acme.com', daily_limit: 5 },
      { id: 2, email: 'b@acme.com', daily_limit: '5' },
    ],
    meta: { last_page: 1 },
  })
  expect(data.map(({ daily_limit }) => daily_limit)).toEqual([5, 5])
})

test('an answer of another form is still none', () => {
  expect(instantly.page(instantly.account).safeParse({ items: [{ warmup_status: 1 }] }).success).toBe(false)
  expect(smartlead.accountList.safeParse([{ from_email: 'a@acme.com' }]).success).toBe(false)
})
