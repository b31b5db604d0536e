import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import { changedMeanwhileMessages } from '#features/orders/rules/changed-meanwhile.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import {
  actionButton,
  answerList,
  answerOrders,
  expectNoOverflow,
  expectTold,
  orderOf,
  selectGroups,
  startAction,
} from '#tests/web/orders.ts'
import { updateForwarding } from '../api/forwarding.ts'
import { forwardingUrlMaxLength, forwardingUrlMessages } from '../rules/forwarding-url.ts'
import { updateForwardingMessages } from '../rules/update-forwarding.ts'

const single = page.getByRole('dialog', { name: 'Update Forwarding Domain', exact: true })
const bulk = page.getByRole('dialog', { name: 'Bulk Update Forwarding Domains' })
const field = single.getByLabelText('New Forwarding Domain')
const submit = page.getByRole('button', { name: /^Update Forwarding Domains?$/ })
const bulkField = (number: number) => bulk.getByLabelText(`Inboxyard Azure #${number}`, { exact: true })

test('an address is refused by its rules beside the field, which keeps what was typed in a narrower window', async () => {
  await startAction('updateForwarding', 'mixed', 1)
  for (const [text, message] of [
    ['  ', forwardingUrlMessages.updateMissing],
    ['not an address', forwardingUrlMessages.invalid],
    [`example.com/${'x'.repeat(forwardingUrlMaxLength)}`, forwardingUrlMessages.tooLong],
  ] as const) {
    await field.fill(text)
    await submit.click()
    await expect.element(single.getByText(message)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  }
  await field.fill('example.com/new')
  await expectNoOverflow()
  await expect.element(field).toHaveValue('example.com/new')
})

test('what was changed elsewhere meanwhile is told, and the next press starts from that', async () => {
  await startAction('updateForwarding', 'mixed', 1)
  await field.fill('example.com/new')
  const forwarding = { 'mixed1.com': 'https://example.org/first', 'mixed2.com': 'https://example.org/first' }
  network.refuse(updateForwarding, {
    status: 409,
    code: 'changed_meanwhile',
    message: 'It was changed.',
    details: { forwarding, changed: null },
  })
  await submit.click()
  await expect.element(single.getByText(changedMeanwhileMessages.forwarding)).toBeVisible()
  await expect.element(single.getByText(/^mixed1\.com: from .+ to example\.org\/first\.$/)).toBeVisible()
  await expect.element(field).toHaveValue('example.com/new')
  network.answer(updateForwarding, { success: true, message: '' })
  await submit.click()
  await expect.element(single).not.toBeInTheDocument()
  expect(network.sent(updateForwarding).map(({ body }) => body.basedOn)).toEqual([
    expect.not.objectContaining(forwarding),
    forwarding,
  ])
})

test('whatever goes wrong with an update is told, and what was typed stays until it is done', async () => {
  await startAction('updateForwarding', 'mixed', 1)
  await field.fill('example.com/new')
  network.answer(updateForwarding, { success: false, message: '' })
  await submit.click()
  await expectTold(updateForwardingMessages.failed)
  network.refuse(updateForwarding, { status: 500, code: 'internal', message: 'x' })
  await submit.click()
  await expectTold(updateForwardingMessages.crashed)
  network.refuse(updateForwarding, { status: 409, code: 'conflict', message: 'Not now, please.' })
  await submit.click()
  await expectTold('Not now, please.')
  network.lose(updateForwarding)
  await submit.click()
  await expectTold('Network error. Please check your connection or CORS configuration.')
  await expectTold('The server cannot be reached: please try again in a moment.')
  const allThere = fillMessage(updateForwardingMessages.allLeadThere, { n: 2 })
  network.answer(updateForwarding, { success: true, message: allThere, unchanged: true })
  await submit.click()
  await expectTold(allThere)
  await expect.element(field).toHaveValue('example.com/new')
  network.answer(updateForwarding, { success: true, message: '' })
  await submit.click()
  await expectTold(updateForwardingMessages.updated)
  await expect.element(single).not.toBeInTheDocument()
  await expect.element(actionButton('updateForwarding')).toHaveFocus()
  expect(network.sent(updateForwarding).at(-1)?.body).toMatchObject({
    domains: ['mixed1.com', 'mixed2.com'],
    forwardingDomain: expect.stringContaining('example.com/new'),
  })
})

test('what was typed is not lost by Escape, and the question is not answered by the same press', async () => {
  await startAction('updateForwarding', 'mixed', 1)
  await field.fill('example.com/new')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('example.com/new')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(single).not.toBeInTheDocument()
  expect(network.sent(updateForwarding)).toEqual([])
})

test('the question before entries are lost is not answered by the second press of what has asked it', async () => {
  await startAction('updateForwarding', 'mixed', 1)
  await field.fill('example.com/new')
  const close = single.getByRole('button', { name: 'Close' }).element()
  if (close instanceof HTMLElement) close.click()
  await new Promise<void>((resolve) => {
    // As soon as the question stands, a second press falls on its button.
    const press = () => {
      const discard = document.querySelector('[role=alertdialog] button:last-of-type')
      if (!discard) return requestAnimationFrame(press)
      discard.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
      return resolve()
    }
    press()
  })
  await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await expect.element(field).toHaveValue('example.com/new')
})

test('several orders each need an address, and one can serve all', async () => {
  await startAction('updateForwarding', 'mixed', 1, 3)
  await bulkField(1).fill('example.com/all')
  await submit.click()
  await expectTold(forwardingUrlMessages.bulkUpdateMissing)
  await bulk.getByRole('button', { name: 'Use for all' }).click()
  await expect.element(bulkField(3)).toHaveValue('example.com/all')
  network.answer(updateForwarding, { success: false, message: '' })
  await submit.click()
  await expectTold(updateForwardingMessages.bulkFailed)
  network.refuse(updateForwarding, { status: 500, code: 'internal', message: 'x' })
  await submit.click()
  await expectTold(updateForwardingMessages.bulkCrashed)
  network.answer(updateForwarding, { success: true, message: '' })
  await submit.click()
  await expectTold(updateForwardingMessages.bulkUpdated)
  await expect.element(bulk).not.toBeInTheDocument()
})

/** The dialog for an order of so many groups, each with two delivered domains, with one address for all. */
async function openMany(count: number): Promise<void> {
  const { groups, ...order } = orderOf('mixed')
  const [group] = groups
  const [domain] = order.domains
  if (!group || !domain) throw new Error('The order has a group.')
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  answerOrders()
  answerList({
    ...order,
    groups: numbers.map((orderIndex) => ({ ...group, orderIndex, groupId: `bun_many_${orderIndex}` })),
    domains: numbers.flatMap((number) =>
      ['a', 'b'].map((letter) => ({
        ...domain,
        domain: `many${letter}${number}.com`,
        groupId: `bun_many_${number}`,
      })),
    ),
  })
  openPage('/dashboard')
  await selectGroups()
  await actionButton('updateForwarding').click()
  await bulkField(1).fill('example.com/all')
  await bulk.getByRole('button', { name: 'Use for all' }).click()
}

test('more than 20 domains are said to go on in the background', async () => {
  await openMany(11)
  await expectTold(fillMessage(updateForwardingMessages.backgroundWarning, { n: 22 }))
  network.answer(updateForwarding, { success: true, message: '' })
  await submit.click()
  await expectTold(fillMessage(updateForwardingMessages.backgroundStarted, { n: 22 }))
  await expect.element(bulk).not.toBeInTheDocument()
})

test('more domains than a call may hold are refused before anything is sent', async () => {
  await openMany(51)
  await submit.click()
  await expectTold(updateForwardingMessages.tooManyDomains)
  expect(network.sent(updateForwarding)).toEqual([])
})

test('domains that are not set up yet are named with the reason, and are sent there later where that is wanted', async () => {
  await startAction('updateForwarding', 'mixed', 2)
  await expect.element(single.getByRole('listitem')).toMatchTextContent('mixed4.com is being set up')
  await field.fill('example.com/new')
  network.answer(updateForwarding, { success: false, message: 'Not now, please.' })
  await submit.click()
  await expectTold('Not now, please.')
  await single.getByRole('checkbox', { name: /as soon as they are set up/ }).click()
  await submit.click()
  await expect.poll(() => network.sent(updateForwarding).length).toBe(2)
  const [before, later] = network.sent(updateForwarding).map(({ body }) => body)
  expect(before).toMatchObject({ domains: ['mixed3.com'] })
  expect(later).toMatchObject({ domains: ['mixed3.com', 'mixed4.com'] })
  expect(Object.keys(later?.basedOn ?? {}).sort()).toEqual(['mixed3.com', 'mixed4.com'])
})
