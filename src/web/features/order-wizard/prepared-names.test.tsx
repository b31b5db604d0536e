import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { prepareOwnNames } from '#shared/api/find-domains.ts'
import type { PreparedName } from '#shared/domains/prepared-name.ts'
import { completeDraft } from '#shared/testing/complete-draft.ts'
import { kept } from '../../testing/kept-answers.ts'
import { network } from '../../testing/network.ts'
import { button, holdClock, openOrder, openSection } from '../../testing/open-order.ts'
import { expectNoOverflow } from '../../testing/orders.ts'

const states = page.getByRole('region', { name: 'Your domains now' })
const missing = page.getByRole('list', { name: 'Domains and what is still missing' })

async function openInstructions(answer: (domain: string, at: number) => PreparedName) {
  openOrder('/select-domains', { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] })
  network.answer(prepareOwnNames, ({ body }) => ({ results: body.domains.map(answer) }))
  await openSection('DNS Pointing Instructions')
}
const [away, proof] = kept(prepareOwnNames, 'prepared-names').results as [PreparedName, PreparedName]

test('what is missing beside the four name servers is shown once they are confirmed, and keeps nobody back', async () => {
  await openInstructions((domain, at) => ({ ...(at === 0 ? away : proof), domain }))
  await expect.element(button('I have completed the instructions above')).toBeVisible()
  expect(network.sent(prepareOwnNames)).toEqual([])
  await button('I have completed the instructions above').click()
  await expect.element(states.getByText('0 of 2 domains point here')).toBeVisible()
  await expect.element(missing.getByText('Points elsewhere')).toBeVisible()
  for (const server of proof.add)
    await expect.element(missing.getByRole('button', { name: `Copy ${server}` })).toBeVisible()
  await expect.element(button('Continue to Domain Settings')).not.toHaveAttribute('aria-disabled')
  await expectNoOverflow()
})

test('domains are looked at again while their customer waits, until all point here', async () => {
  holdClock()
  let here = 0
  await openInstructions((domain, at) => ({ ...away, domain, ...(at < here && { state: 'here' }) }))
  await button('I have completed the instructions above').click()
  await expect.element(states.getByText('0 of 2 domains point here')).toBeVisible()
  here = 1
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.element(states.getByText('1 of 2 domains point here')).toBeVisible()
  here = 2
  await button('Check all now').click()
  await expect.element(states.getByText('All domains point here')).toBeVisible()
  await expect.element(button('Check all now')).not.toBeInTheDocument()
})

test('a check that fails says nothing, and the order continues', async () => {
  openOrder('/select-domains', completeDraft('azure', 1, 'own'))
  network.lose(prepareOwnNames)
  await openSection('DNS Pointing Instructions')
  await expect.element(button('Instructions Completed')).toBeVisible()
  await expect.element(states).not.toBeInTheDocument()
  await expect.element(button('Continue to Domain Settings')).not.toHaveAttribute('aria-disabled')
})
