import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { validateDomain } from '#features/orders/api/orders.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { button, expectTold, holdClock } from '#tests/web/open-order.ts'
import { draw } from '#tests/web/open-page.tsx'
import { claimDomain, ownershipRecord } from '../api/claims.ts'
import { IsItYours } from './is-it-yours.tsx'

const check = button('Check')

async function openDialog() {
  network.answer(ownershipRecord, kept(ownershipRecord, 'ownership-record'))
  draw(<IsItYours domain="acmeheld.com" onYours={() => document.body.append('Taken on')} />)
  await button('Is it yours? acmeheld.com').click()
  await expectTold('inboxyard-verify=a1b2c3')
}

test('a record is looked for once by two presses, and the dialog says what was seen of it', async () => {
  await openDialog()
  await expectTold('_inboxyard-verify.acmeheld.com')
  const held = network.hold(claimDomain)
  await check.dblClick()
  await expect.element(check).toHaveAttribute('aria-busy', 'true')
  held.answer({ state: 'not_seen' })
  await expectTold(/^The record was not seen yet\./)
  expect(network.sent(claimDomain).map(({ body }) => body)).toEqual([{ domain: 'acmeheld.com' }])

  network.lose(claimDomain)
  await check.click()
  await expectTold(/^The check did not go through\./)
  network.answer(claimDomain, { state: 'unknown' })
  await check.click()
  await expectTold(/^There is no clear answer yet/)
})

test.each([
  ['impossible', /^This domain points here already/],
  ['own_order', /in one of your own orders already/],
] as const)('a claim that is %s is said to be, and not looked into again', async (state, sentence) => {
  await openDialog()
  network.answer(claimDomain, { state })
  await check.click()
  await expectTold(sentence)
  await expect.element(check).not.toBeInTheDocument()
})

test('a name that is on its way out of another order is free once it is out', async () => {
  holdClock()
  await openDialog()
  network.answer(claimDomain, { state: 'freeing' })
  network.answer(validateDomain, { exists: true })
  await check.click()
  await expectTold(/^The record was seen\./)
  network.answer(validateDomain, { exists: false })
  await vi.advanceTimersByTimeAsync(3_500)
  await expectTold('It is free for you now: you can close this and continue.')
  await button('Done').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectTold('Free for you now')
})

test('a record that cannot be loaded is asked for again, and nothing is looked for before it is there', async () => {
  network.refuse(ownershipRecord, { status: 422, code: 'rule_broken', message: 'Not now.' })
  draw(<IsItYours domain="acmeheld.com" />)
  await button('Is it yours? acmeheld.com').click()
  await expectTold('The record could not be loaded.')
  await expect.element(check).toHaveAttribute('aria-disabled', 'true')
  network.answer(ownershipRecord, kept(ownershipRecord, 'ownership-record'))
  await button('Retry').click()
  await expectTold('inboxyard-verify=a1b2c3')
  await expect.element(check).not.toHaveAttribute('aria-disabled')
})
