import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addConsoleCustomer } from '#features/customers/api/console-customer-acts.ts'
import { customerList } from '#features/customers/api/console-customers.ts'
import { showImport } from '#features/fleet-import/api/console-fleet-import.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openConsole } from '#tests/web/open-page.tsx'

test('a form whose answer does not come says so, keeps what was entered, and can be sent again', async () => {
  network.answer(customerList, kept(customerList, 'console-customers'))
  openConsole('/operator/customers')
  const open = page.getByRole('button', { name: 'Add customer', exact: true })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Add a customer', exact: true })
  const name = dialog.getByLabelText('Name', { exact: true })
  await expect.element(name).toHaveFocus()
  await name.fill('Grace Hopper')
  await dialog.getByLabelText('Email', { exact: true }).fill('grace@example.test')
  const send = dialog.getByRole('button', { name: 'Add customer', exact: true })
  network.lose(addConsoleCustomer)
  await send.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('The server cannot be reached: please try again in a moment.')
  await expect.element(name).toHaveValue('Grace Hopper')

  const held = network.hold(addConsoleCustomer)
  await send.dblClick()
  await expect.poll(() => network.sent(addConsoleCustomer).length).toBe(2)
  held.answer({ id: 'cus_1', email: 'grace@example.test', password: 'Shown.Once.1' })
  await expect.element(page.getByText('Shown.Once.1')).toBeVisible()
  expect(network.sent(addConsoleCustomer)).toHaveLength(2)
})

test('an import that is not there is said to be none, on a page that says what it is', async () => {
  network.refuse(showImport, { status: 404, code: 'not_found', message: 'There is no such import.' })
  openConsole('/operator/import/imp_none')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^The import could not be loaded\./)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Import')
})
