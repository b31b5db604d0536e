import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { dismissOwnRest, oneDomainsHealth, restOwnDomain, returnOwnDomain } from '../api/health.ts'
import type { ActOfDomain } from '../rules/health-view.ts'

const rest = page.getByRole('region', { name: 'Its rest' })
const question = page.getByRole('alertdialog')

function openDomain(changes: Partial<ActOfDomain> = {}): void {
  openPage(`/health/${kept(oneDomainsHealth, 'health-domain').id}`)
  network.answer(readReserve, kept(readReserve, 'reserve-empty'))
  answerAct(changes)
}
function answerAct(changes: Partial<ActOfDomain>): void {
  const view = kept(oneDomainsHealth, 'health-domain')
  if (!view.act) throw new Error('The kept domain has no rest.')
  network.answer(oneDomainsHealth, { ...view, act: { ...view.act, ...changes } })
}
const rested = {
  state: 'resting',
  by: 'customer',
  may: { rest: false, dismiss: false, return: true },
} as const

test('everything that was seen of a domain is told, the worst first', async () => {
  openDomain()
  await expect.element(page.getByRole('heading', { name: 'burnt-yard.com' })).toBeVisible()
  await expect
    .element(page.getByText(/^It should send no cold mail until it has recovered\. Listed by/))
    .toBeVisible()
  await expect
    .element(page.getByRole('table', { name: 'What is seen' }).getByRole('row').nth(1))
    .toMatchTextContent(/Blocklists.*Bad.*Listed by Spamhaus DBL\..*60/)
  await expect.element(page.getByText(/3 of 90 days seen/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All domains' })).toHaveAttribute('href', '/health')
})

test('a suggested rest is begun once, after it was told what that does, and can be ended', async () => {
  openDomain()
  await expect.element(rest).toMatchTextContent('Yours to do: ask the list')
  await rest.getByRole('button', { name: 'Rest this domain' }).click()
  await expect.element(question).toMatchTextContent('The daily limit of its mailboxes is set to 0')
  const resting = network.hold(restOwnDomain)
  const confirm = question.getByRole('button', { name: 'Rest this domain' })
  await confirm.dblClick()
  await expect.element(confirm).toHaveAttribute('aria-busy', 'true')
  answerAct(rested)
  resting.answer({ message: 'It rests.' })
  await expect.element(rest).toMatchTextContent('It rests')
  await expect.element(question).not.toBeInTheDocument()
  expect(network.sent(restOwnDomain)).toHaveLength(1)

  network.answer(returnOwnDomain, { message: 'It comes back.' })
  await rest.getByRole('button', { name: 'Return now' }).click()
  answerAct({ state: 'over', may: { rest: true, dismiss: false, return: false } })
  await question.getByRole('button', { name: 'Return now' }).click()
  await expect.element(rest).toMatchTextContent('it was returned by hand')
})

test('a suggestion that is dismissed says so, and can still be followed', async () => {
  openDomain()
  await expect.element(rest).toMatchTextContent('It should rest')
  network.answer(dismissOwnRest, { message: 'Dismissed.' })
  answerAct({ state: 'dismissed', may: { rest: true, dismiss: false, return: false } })
  await rest.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(rest).toMatchTextContent('that was dismissed')
  await expect.element(rest.getByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument()
  await expect.element(rest.getByRole('button', { name: 'Rest this domain' })).toBeVisible()
})

test('what another window has answered meanwhile is shown once an answer to it is refused', async () => {
  openDomain()
  await expect.element(rest).toMatchTextContent('It should rest')
  const message = 'Nothing is suggested for this domain at present.'
  network.refuse(dismissOwnRest, { status: 422, code: 'rule_broken', message })
  answerAct(rested)
  await rest.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(rest).toMatchTextContent('It rests')
  await expect.element(rest.getByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument()
})
