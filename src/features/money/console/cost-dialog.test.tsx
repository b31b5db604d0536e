import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { draw } from '#tests/web/open-page.tsx'
import { enterCost } from '../api/console-money.ts'
import CostDialog from './cost-dialog.tsx'

const what = page.getByRole('combobox', { name: 'What', exact: true })
const save = page.getByRole('button', { name: 'Save cost', exact: true })

async function open(): Promise<void> {
  network.answer(enterCost, { message: 'It is entered.' })
  draw(
    <CostDialog
      title="Enter a cost"
      missing={[{ kind: 'registration', subject: 'com' }]}
      onClose={() => {}}
    />,
  )
  await page.getByRole('textbox', { name: 'Cost in US dollars', exact: true }).fill('9.5')
}

test('a cost begins with what has none, and is saved in cents', async () => {
  await open()
  await save.click()
  await expect
    .poll(() => network.sent(enterCost).map(({ body }) => body))
    .toMatchObject([{ kind: 'registration', subject: 'com', cents: 9_50 }])
})

test('a cost of mailboxes is not saved of the ending that stood there before', async () => {
  await open()
  await what.selectOptions('Licences')
  await save.click()
  await expect
    .poll(() => network.sent(enterCost).map(({ body }) => body))
    .toMatchObject([{ kind: 'licence', subject: 'azure' }])
})

test('a cost of domains is not saved of the host that stood there before; their ending stays', async () => {
  await open()
  await what.selectOptions('Renewal')
  const ending = page.getByRole('textbox', { name: 'Of', exact: true })
  await expect.element(ending).toHaveValue('com')
  await what.selectOptions('Licences')
  await what.selectOptions('Registration')
  await expect.element(ending).toHaveValue('')
  await expect.element(save).toHaveAccessibleDescription('Please say of what.')
})
