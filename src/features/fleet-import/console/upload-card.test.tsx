import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { openConsole } from '#tests/web/open-page.tsx'
import { answerSamples } from '#tests/web/sample-answers.ts'
import { storeImport } from '../api/console-fleet-import.ts'

test('of a file with errors the valid lines are imported by a click, and the others are a file', async () => {
  answerSamples()
  const refused = {
    importId: null,
    domains: 0,
    problems: [{ line: 3, message: 'Column order is empty.' }],
    problemCount: 1,
    valid: 38,
    heldBack: { lines: 4, csv: 'problem,email\r\n' },
  }
  network.answer(storeImport, refused)
  openConsole('/operator/import')
  await page.getByLabelText('CSV file').upload(new File(['email'], 'fleet.csv', { type: 'text/csv' }))
  await expect.element(page.getByText('Line 3: Column order is empty.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download 4 with errors' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 38 valid lines' }).click()
  await expect
    .poll(() => network.sent(storeImport).map(({ body }) => body))
    .toEqual([false, true].map((validOnly) => ({ fileName: 'fleet.csv', text: 'email', validOnly })))
})
