import { required } from '#base/text/required.ts'
import { callApi } from '#tests/e2e/managing/place-paid-order.ts'
import { placeSmallOrder } from '#tests/e2e/managing/small-order.ts'
import { expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { openDetails } from '#tests/e2e/managing/workspace.ts'
import { freshLabel } from '#tests/e2e/ordering/order-wizard.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import type { ListedMailbox } from '../api/mailboxes.ts'

test('a mailbox is swapped in the details of its order for one of another person, at no cost', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(240_000)
  await signIn()
  const name = `${freshLabel()}.com`
  const { bundleId } = await placeSmallOrder(page, deps, customer, [name])
  const listed = async () => {
    const path = `/api/mailboxes?domain=${name}`
    return (await callApi<{ mailboxes: ListedMailbox[] }>(page, 'GET', path)).mailboxes
  }
  const before = await listed()
  expect(before).toHaveLength(3)
  const { address: old } = required(
    before.find(({ fullName }) => fullName === 'Jane Doe'),
    'a mailbox of Jane',
  )

  const details = await openDetails(page, bundleId)
  await details.getByRole('button', { name: `Microsoft ${name}` }).click()
  await details.getByRole('button', { name: 'Swap a mailbox' }).click()
  const dialog = page.getByRole('dialog', { name: 'Swap a Mailbox' })
  const list = dialog.getByRole('list', { name: 'Mailboxes' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Swap ${old}` }).click()
  const question = page.getByRole('alertdialog', { name: `Swap ${old}?` })
  await expect(question).toContainText('It costs nothing.')
  await expect(question).toContainText('replies to it may be refused by its host')
  await question.getByLabel('Person of the new mailbox').selectOption({ label: 'John Roe' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Swap mailbox' }).dblclick()
  await expect(question).toBeHidden()

  const after = await listed()
  // Once, however often it was pressed.
  expect(after).toHaveLength(3)
  const [fresh = '', ...others] = after
    .map(({ address }) => address)
    .filter((each) => before.every(({ address }) => address !== each))
  expect(others).toEqual([])
  await expectTold(page, `${fresh} is being set up in the place of ${old}.`)
  await expect(list.getByRole('listitem').filter({ hasText: fresh })).toContainText('John Roe')
  await expect(list.getByText(old, { exact: true })).toHaveCount(0)
  // The dialog follows the set-up.
  await expect(list).not.toContainText('being set up', { timeout: 120_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(details.getByText(`${fresh} takes the place of ${old}`)).toBeVisible()
  await expect(details.getByText(`Swapped ${old} for ${fresh}`)).toBeVisible()
  await expectAccessible(page)
  await expectAgreed(deps, [name])
})
