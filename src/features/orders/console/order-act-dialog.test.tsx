import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { draw } from '#tests/web/open-page.tsx'
import { type ConsoleOrderPage, releaseConsoleOrder } from '../api/console-orders.ts'
import OrderActDialog from './order-act-dialog.tsx'

const inTurn = 'The next charge is on 2026-12-20.'
const now = '$50.00 for 2026-11-29 to 2026-12-29 is charged now. The next charge is $50.00 on 2026-12-29.'
const release = page.getByRole('button', { name: 'Release the order', exact: true })
const chargeNow = page.getByRole('checkbox', { name: 'Charge now instead', exact: true })

function open(chargeAfterRelease: ConsoleOrderPage['chargeAfterRelease']): void {
  const impact = { groups: 1, domains: 2, mailboxes: 6, refusal: null }
  network.answer(releaseConsoleOrder, { message: 'Released: 1 group.' })
  draw(
    <OrderActDialog
      title="Release this order?"
      act="release"
      // What the dialog reads of it.
      page={
        {
          order: { id: 'ord_1' },
          acts: { hold: impact, release: impact, end: impact },
          chargeAfterRelease,
        } as ConsoleOrderPage
      }
      onClose={() => {}}
    />,
  )
}

test('a release says when the next charge comes, and charges now where that is chosen', async () => {
  open({ inTurn, now })
  await expect.element(page.getByText(inTurn)).toBeVisible()
  await chargeNow.click()
  await expect.element(page.getByText(now)).toBeVisible()
  await release.click()
  await expect
    .poll(() => network.sent(releaseConsoleOrder).map(({ body }) => body))
    .toEqual([{ chargesNow: true }])
})

test('where no charge was dropped there is nothing to choose', async () => {
  open({ inTurn, now: null })
  await expect.element(page.getByText(inTurn)).toBeVisible()
  await expect.element(chargeNow).not.toBeInTheDocument()
  await release.click()
  await expect.poll(() => network.sent(releaseConsoleOrder).map(({ body }) => body)).toEqual([{}])
})
