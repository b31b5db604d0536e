import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openConsole } from '#tests/web/open-page.tsx'
import { consoleHealth, consoleStrips, refusedReports } from '../api/console-health.ts'
import { domainsHealth } from '../api/health.ts'

test('staff read what a domain’s customer is to do as the customer’s, and nothing needs “you”', async () => {
  const todo = 'Replace it with another domain, and send nothing from it any more.'
  network.answer(consoleHealth, {
    ...kept(domainsHealth, 'health-overview'),
    needs: [
      {
        state: 'replace',
        why: 'Blocklisted',
        todo,
        count: 1,
        domains: [{ id: 'dom_1', domain: 'burnt.com' }],
      },
    ],
  })
  network.answer(consoleStrips, { strips: {} })
  network.answer(refusedReports, { reports: [] })
  openConsole('/operator/health')
  await expect.element(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect.element(page.getByText(`Its customer reads: “${todo}”`)).toBeVisible()
  await expect.element(page.getByRole('main')).not.toMatchTextContent(/Needs you/)
})

test('refused report emails are listed by sender and reason, and only where there are any', async () => {
  network.answer(consoleHealth, { ...kept(domainsHealth, 'health-overview'), needs: [] })
  network.answer(consoleStrips, { strips: {} })
  const lastAt = '2026-11-30T10:00:00.000Z'
  network.answer(refusedReports, {
    reports: [
      { sender: 'microsoft.com', reason: 'Its sender has not signed it.', count: 1_234, lastAt },
      { sender: '', reason: 'Its headers are too long.', count: 1, lastAt },
    ],
  })
  openConsole('/operator/health')
  const table = page.getByRole('table', { name: 'Refused DMARC reports' })
  await expect.element(table.getByText('microsoft.com')).toBeVisible()
  await expect.element(table).toMatchTextContent(/Its sender has not signed it\..*1,234/s)
  await expect.element(table).toMatchTextContent(/Unknown.*Its headers are too long\./s)
})
