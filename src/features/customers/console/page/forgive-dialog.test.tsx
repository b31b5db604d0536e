import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { draw } from '#tests/web/open-page.tsx'
import { forgiveCustomerRenewal } from '../../api/console-customer-payments.ts'
import ForgiveDialog from './forgive-dialog.tsx'

const renewal = {
  invoiceId: 'in_1',
  number: 'A-0007',
  url: null,
  cents: 50_00,
  from: '2026-01-01T00:00:00.000Z',
  until: '2026-01-31T00:00:00.000Z',
}

test('what is forgiven is named before, and only its reason is asked', async () => {
  network.answer(forgiveCustomerRenewal, { message: '$50.00 is no longer owed.' })
  draw(<ForgiveDialog title="Forgive $50.00?" customerId="cus_1" renewal={renewal} onClose={() => {}} />)
  await expect.element(page.getByText(/A-0007.*\$50\.00.*voided at Stripe/)).toBeVisible()
  await page.getByLabelText('Reason').fill('a good customer')
  await page.getByRole('button', { name: 'Forgive $50.00', exact: true }).click()
  await expect
    .poll(() => network.sent(forgiveCustomerRenewal))
    .toMatchObject([
      { params: { customerId: 'cus_1', invoiceId: 'in_1' }, body: { reason: 'a good customer' } },
    ])
})

test.each([
  [404, 'not_found', 'Nobody owes this invoice.', 1],
  [409, 'conflict', 'This invoice was paid meanwhile.', 1],
  [429, 'rate_limited', 'Please wait a moment.', 0],
] as const)(
  'after a refusal of %i (%s) the dialog is closed only where nothing is left to forgive',
  async (status, code, message, closed) => {
    network.refuse(forgiveCustomerRenewal, { status, code, message })
    const onClose = vi.fn()
    draw(<ForgiveDialog title="Forgive $50.00?" customerId="cus_1" renewal={renewal} onClose={onClose} />)
    await page.getByLabelText('Reason').fill('a good customer')
    await page.getByRole('button', { name: 'Forgive $50.00', exact: true }).click()
    await expect.element(page.getByText(message)).toBeVisible()
    expect(onClose).toHaveBeenCalledTimes(closed)
  },
)
