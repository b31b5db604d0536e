import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#tests/web/open-page.tsx'
import { RightsTable } from './rights-table.tsx'

test('the table of roles has a name of its own', async () => {
  draw(<RightsTable />)
  await expect.element(page.getByRole('table', { name: 'Rights of each role' })).toBeVisible()
})
