import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#tests/web/open-page.tsx'
import { Select } from './select.tsx'

test('the words of a choice end before its arrow', async () => {
  draw(<Select aria-label="Tool" options={[{ value: 'all', label: 'All Sending Tools' }]} />)
  const select = page.getByLabelText('Tool')
  await expect.element(select).toBeVisible()
  const { paddingRight } = getComputedStyle(select.element())
  // The arrow is drawn half a letter from the edge, as wide as a letter is high.
  expect(Number.parseFloat(paddingRight)).toBeGreaterThanOrEqual(24)
})
