import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { consoleHealth, consoleStrips } from '#shared/api/console/health.ts'
import { domainsHealth } from '#shared/api/health.ts'
import { kept } from '../../testing/kept-answers.ts'
import { network } from '../../testing/network.ts'
import { openConsole } from '../../testing/open-page.tsx'

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
  openConsole('/operator/health')
  await expect.element(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect.element(page.getByText(`Its customer reads: “${todo}”`)).toBeVisible()
  await expect.element(page.getByRole('main')).not.toMatchTextContent(/Needs you/)
})
