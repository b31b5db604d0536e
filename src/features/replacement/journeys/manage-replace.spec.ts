import { fillMessage } from '#base/text/message.ts'
import { domainAvailabilityMessages } from '#features/names/rules/domain-availability.ts'
import {
  callApi,
  expectStatus,
  placeDeliveredOrder,
  placePaidOrder,
} from '#tests/e2e/managing/place-paid-order.ts'
import { delegate, expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { openDetails, startOnAll } from '#tests/e2e/managing/workspace.ts'
import { freshLabel } from '#tests/e2e/ordering/order-wizard.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

test('a purchased replacement of an Entra domain is paid for, set up, and takes over', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  await signIn()
  const order = await placeDeliveredOrder(page, customer)
  await startOnAll(page, 'replaceDomains')
  const [original = ''] = order.domains
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await dialog.getByRole('radio', { name: 'Purchase new domains' }).click()
  await dialog.getByRole('button', { name: `Replace ${original}` }).click()
  // Someone has this one; what is suggested instead is free.
  const taken = `${freshLabel()}.com`
  await delegate(deps, taken, ['ns1.somebody.test', 'ns2.somebody.test'])
  await dialog.getByLabel(`New domain for ${original}`).fill(taken)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Replace 1 domain' }).click()
  const suggestion = dialog.getByRole('alert').getByRole('button').first()
  await expect(suggestion).toBeVisible({ timeout: 30_000 })
  const bought = (await suggestion.textContent()) ?? ''
  await suggestion.click()
  await dialog.getByRole('button', { name: 'Replace 1 domain' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' })
  await expect(confirmation).toContainText(/You pay \$(15\.50|9\.00) for the registration on the next page/)
  await confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
  const paying = page.url()

  // Left without a word, it waits beside the order, which is as it was, and can be paid from there.
  await page.goto('/dashboard')
  await expect(page.getByText('A replacement waits for payment')).toBeVisible()
  await expectStatus(page, [original], 'done')
  await expect(page.getByText(bought, { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(paying)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL('/dashboard')
  await expectStatus(page, [bought], 'done')
  await expectStatus(page, [original], 'cancelled')
  await expect(page.getByText('Replaced', { exact: true })).toBeVisible()
  await expect(page.getByText('A replacement waits for payment')).toHaveCount(0)
  await expectAgreed(deps, [original, bought, order.domains[1] ?? ''])
  await page.goto(`/dashboard?details=${order.groupId}`)
  await page.getByRole('button', { name: `Microsoft ${original}` }).click()
  await expectTold(page, `Replaced by ${bought}`)
  await expect(page.getByText(`Chose ${bought} for the place of ${original}, to be paid first`)).toBeVisible()
})

test('own domains replace those of a Google order at once, and are delivered when they point here', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(420_000)
  await signIn()
  const order = await placeDeliveredOrder(page, customer, { plan: 'google' })
  await startOnAll(page, 'replaceDomains')
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await dialog.getByRole('radio', { name: 'Use domains you own' }).click()
  const originals = order.domains.slice(0, 2)
  const own = originals.map(() => `${freshLabel()}.dev`)
  // Nobody has this one.
  await dialog.getByRole('button', { name: `Replace ${originals[0]}` }).click()
  await dialog.getByLabel(`New domain for ${originals[0]}`).fill(`${freshLabel()}.com`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Replace 1 domain' }).click()
  await expectTold(
    page,
    fillMessage(domainAvailabilityMessages.unavailable, {
      message: domainAvailabilityMessages.unregistered,
    }),
  )
  await dialog.getByRole('button', { name: `Remove the replacement of ${originals[0]}` }).click()
  for (const [index, name] of own.entries()) {
    await delegate(deps, name, ['ns1.elsewhere.test', 'ns2.elsewhere.test'])
    await dialog.getByRole('button', { name: `Replace ${originals[index]}` }).click()
    await dialog.getByLabel(`New domain for ${originals[index]}`).fill(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await dialog.getByRole('button', { name: 'Replace 2 domains' }).click()
  await page.getByRole('button', { name: 'Confirm Replacement' }).click()
  const success = page.getByRole('dialog', { name: 'Domains Replaced Successfully' })
  for (const name of [...originals, ...own])
    await expect(success.getByRole('cell', { name, exact: true })).toBeVisible()
  for (const server of deps.config.nameServers) await expect(success.getByText(server)).toBeVisible()
  await expectAccessible(page)
  await success.getByRole('button', { name: 'Close' }).last().click()
  await expect(success).toBeHidden()
  await expect(page.getByText('Replaced', { exact: true })).toHaveCount(2)

  await expectStatus(page, own, 'pending')
  await expectStatus(page, originals, 'done')
  for (const name of own) {
    await delegate(deps, name, deps.config.nameServers)
    await callApi(page, 'POST', '/api/domains/check-now', { domain: name })
  }
  await expectStatus(page, own, 'done')
  await expectStatus(page, originals, 'cancelled')
  await expectAgreed(deps, [...originals, ...own])
})

test('a bought domain that was taken meanwhile is chosen again at no cost', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  await signIn()
  const order = await placePaidOrder(page, customer, {
    beforePayment: async (names) => {
      for (const name of names) await delegate(deps, name, ['ns1.somebody.test'])
    },
  })
  await expectStatus(page, order.domains, 'error')
  await page.goto(`/dashboard?details=${order.groupId}`)
  const [original = ''] = order.domains
  // What stopped shows what to do without being unfolded.
  const stopped = page.getByRole('listitem').filter({
    has: page.getByRole('button', { name: `Microsoft ${original}` }),
  })
  await stopped.getByRole('button', { name: 'Choose another domain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose Another Domain' })
  await expect(dialog.getByText('You’ve already paid for this domain’s place.')).toBeVisible()
  const fresh = `${freshLabel()}.com`
  await dialog.getByLabel(`New domain for ${original}`).fill(fresh)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Replace 1 domain' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' })
  await expect(confirmation).toContainText('The new domains are set up at once.')
  await confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()
  await expectStatus(page, [fresh], 'done')
  await expectStatus(page, [original], 'cancelled')
  // It outlives the row's own news, in which there is nothing left to choose.
  await expect(page.getByRole('dialog', { name: 'Domains Replaced Successfully' })).toBeVisible()
  await expectAgreed(deps, [fresh])
})

test('a mistyped own replacement is put right, or taken back so that the old domain stays', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  await signIn()
  const order = await placeDeliveredOrder(page, customer, { plan: 'google' })
  const [original = ''] = order.domains
  const [mistyped, corrected] = [`${freshLabel()}.dev`, `${freshLabel()}.dev`]
  for (const name of [mistyped, corrected]) await delegate(deps, name, ['ns1.elsewhere.test'])
  const replacing = [{ originalDomain: original, newDomain: mistyped, isUserAdded: true }]
  await callApi(page, 'POST', '/api/domains/replace', replacing)
  await expectStatus(page, [mistyped], 'pending')

  const details = await openDetails(page, order.groupId)
  await details.getByRole('button', { name: `Google ${mistyped}` }).click()
  await details.getByRole('button', { name: 'Choose another domain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose Another Domain' })
  await expect(dialog.getByRole('radio', { name: 'Use domains you own' })).toBeChecked()
  await dialog.getByLabel(`New domain for ${mistyped}`).fill(corrected)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Replace 1 domain' }).click()
  await page.getByRole('button', { name: 'Confirm Replacement' }).click()
  await page.getByRole('dialog', { name: 'Domains Replaced Successfully' }).getByText(corrected).waitFor()
  await expectStatus(page, [corrected], 'pending')

  await openDetails(page, order.groupId)
  await details.getByRole('button', { name: `Google ${corrected}` }).click()
  await details.getByRole('button', { name: 'Keep the old one' }).click()
  const question = page.getByRole('alertdialog', { name: `Keep ${original}?` })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep the old one' }).click()
  await expectTold(page, `${original} is kept.`)
  await expect(question).toBeHidden()
  await expect(details.getByRole('button', { name: 'Keep the old one' })).toHaveCount(0)
  await expectStatus(page, [original], 'done')
  await expectStatus(page, [mistyped, corrected], 'cancelled')
  await expect(details.getByText(`Took ${corrected} back, which was to replace ${original}`)).toBeVisible()
})
