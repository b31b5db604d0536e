import type { Page } from '@playwright/test'
import { updateForwardingMessages } from '#shared/domains/forwarding/update-forwarding.ts'
import { forwardingUrlMaxLength, forwardingUrlMessages } from '#shared/domains/forwarding-url.ts'
import { fillMessage } from '#shared/text/message.ts'
import { expectNoOverflow, start, startOnAll } from './managing/workspace.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

const many = (count: number) => Array.from({ length: count }, () => ({}))
/** The next update is answered so. */
const answering = (page: Page, status: number, json: unknown) =>
  page.route('**/api/domains/update-forwarding', (route) => route.fulfill({ status, json }), { times: 1 })

test('one order: what is wrong with the address or the answer is told, and what was typed stays', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { groups: [{}] })
  await signIn()
  await startOnAll(page, 'updateForwarding')
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  const field = dialog.getByLabel('New Forwarding Domain')
  const submit = dialog.getByRole('button', { name: 'Update Forwarding Domain' })
  for (const [text, message] of [
    ['  ', forwardingUrlMessages.updateMissing],
    ['not an address', forwardingUrlMessages.invalid],
    [`example.com/${'x'.repeat(forwardingUrlMaxLength)}`, forwardingUrlMessages.tooLong],
  ] as const) {
    await field.fill(text)
    await submit.click()
    await expect(field).toHaveAccessibleDescription(new RegExp(message.slice(0, 30)))
    await expectTold(page, message)
  }
  await expectAccessible(page)
  await field.fill('example.com/new')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(field).toHaveValue('example.com/new')
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [status, json, message] of [
    [200, { success: false, message: '' }, updateForwardingMessages.failed],
    [500, { message: 'x' }, updateForwardingMessages.crashed],
    [409, { message: 'Not now, please.' }, 'Not now, please.'],
  ] as const) {
    await answering(page, status, json)
    await submit.click()
    await expectTold(page, message)
    await expect(field).toHaveValue('example.com/new')
  }
  await page.route('**/api/domains/update-forwarding', (route) => route.abort(), { times: 1 })
  await submit.click()
  await expectTold(page, 'Network error. Please check your connection or CORS configuration.')
  // Where they lead already; the dialog stays for another address.
  await field.fill((await dialog.getByText(/^Now: /).textContent())?.slice('Now: '.length) ?? '')
  await submit.click()
  await expectTold(page, fillMessage(updateForwardingMessages.allLeadThere, { n: 2 }))
  await expect(submit).toBeEnabled()
  await field.fill('example.com/new')
  await answering(page, 200, { success: true, message: '' })
  await submit.click()
  await expectTold(page, updateForwardingMessages.updated)
  await expect(dialog).toBeHidden()
})

test('several orders: each needs an address, and one can serve all', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { groups: many(2) })
  await signIn()
  await startOnAll(page, 'updateForwarding')
  const dialog = page.getByRole('dialog', { name: 'Bulk Update Forwarding Domains' })
  const submit = dialog.getByRole('button', { name: 'Update Forwarding Domains' })
  await dialog.getByRole('textbox').first().fill('example.com/all')
  await submit.click()
  await expectTold(page, forwardingUrlMessages.bulkUpdateMissing)
  await dialog.getByRole('button', { name: 'Use for all' }).click()
  await expect(dialog.getByRole('textbox').last()).toHaveValue('example.com/all')
  await expectAccessible(page)
  for (const [status, json, message] of [
    [200, { success: false, message: '' }, updateForwardingMessages.bulkFailed],
    [500, { message: 'x' }, updateForwardingMessages.bulkCrashed],
    [200, { success: true, message: '' }, updateForwardingMessages.bulkUpdated],
  ] as const) {
    await answering(page, status, json)
    await submit.click()
    await expectTold(page, message)
  }
  await expect(dialog).toBeHidden()
})

test('more than 20 domains go on in the background, and more than a call may hold are refused', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.slow()
  await seedOrder(deps, customer.id, { groups: many(51) })
  await signIn()
  await page.goto('/dashboard')
  const cards = page.getByRole('checkbox', { name: /^Select Inboxyard/ })
  for (let index = 0; index < 11; index++) await cards.nth(index).click()
  await start(page, 'updateForwarding')
  const dialog = page.getByRole('dialog', { name: 'Bulk Update Forwarding Domains' })
  const submit = dialog.getByRole('button', { name: 'Update Forwarding Domains' })
  const fillAll = async () => {
    await dialog.getByRole('textbox').first().fill('example.com/all')
    await dialog.getByRole('button', { name: 'Use for all' }).click()
  }
  await expectTold(page, fillMessage(updateForwardingMessages.backgroundWarning, { n: 22 }))
  await fillAll()
  await answering(page, 200, { success: true, message: '' })
  await submit.click()
  await expectTold(page, fillMessage(updateForwardingMessages.backgroundStarted, { n: 22 }))
  await expect(dialog).toBeHidden()

  await page.getByLabel(/^Select All/).click()
  await start(page, 'updateForwarding')
  await fillAll()
  await submit.click()
  await expectTold(page, updateForwardingMessages.tooManyDomains)
})

test('domains that are not set up yet are named with the reason, and can be sent there for later', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{ statuses: ['done', 'in progress'] }] })
  const [done = '', unfinished = ''] = groups[0]?.domains ?? []
  await signIn()
  await startOnAll(page, 'updateForwarding')
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  await expect(dialog.getByRole('listitem')).toHaveText([`${unfinished} is being set up`])
  await expectAccessible(page)
  await dialog.getByLabel('New Forwarding Domain').fill('example.com/new')
  const sent = async () => {
    await answering(page, 200, { success: false, message: 'Not now, please.' })
    const request = page.waitForRequest('**/api/domains/update-forwarding')
    await dialog.getByRole('button', { name: 'Update Forwarding Domain' }).click()
    return (await request).postDataJSON()
  }
  expect((await sent()).domains).toEqual([done])
  await dialog.getByRole('checkbox', { name: /as soon as they are set up/ }).click()
  const { domains, basedOn } = await sent()
  expect(domains).toEqual([done, unfinished])
  expect(Object.keys(basedOn).sort()).toEqual([done, unfinished].sort())
})
