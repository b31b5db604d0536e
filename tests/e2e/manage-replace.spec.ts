import { eq } from 'drizzle-orm'
import { domains } from '#server/db/schema/index.ts'
import { domainAvailabilityMessages } from '#shared/domains/domain-availability.ts'
import { domainNameMessages } from '#shared/domains/domain-name.ts'
import { replaceDomainsMessages } from '#shared/domains/replacement/replace-request.ts'
import { priceChangedMessage } from '#shared/money/pricing.ts'
import { orderActionMessages } from '#shared/orders/order-actions.ts'
import { domainsPerCallMax } from '#shared/plans/catalog.ts'
import { fillMessage } from '#shared/text/message.ts'
import { callApi, expectStatus, placeDeliveredOrder, placePaidOrder } from './managing/place-paid-order.ts'
import { delegate, expectAgreed } from './managing/vendors.ts'
import {
  expectNoOverflow,
  openDetails,
  pressUnavailable,
  startOnAll,
  startOnSeeded,
} from './managing/workspace.ts'
import { freshLabel } from './ordering/order-wizard.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

const tlds = '.com, .co, .net, .org, .info, .biz'
const free = (domain: string) => ({
  domain,
  available: true,
  exists_in_airtable: false,
  message: '',
  suggestions: [],
})

test('every rule and failure of replacing is told in its words, and what was entered stays', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(180_000)
  const groups = await startOnSeeded({ page, deps, customer, signIn }, 'replaceDomains')
  const [first = '', second = ''] = groups[0]?.domains ?? []
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await pressUnavailable(page, button('Replace domains'), replaceDomainsMessages.noOption)
  await pressUnavailable(page, button(`Replace ${first}`), replaceDomainsMessages.noOption)
  await dialog.getByRole('radio', { name: 'Purchase new domains' }).click()
  await pressUnavailable(page, button('Replace domains'), replaceDomainsMessages.noReplacements)

  await button(`Replace ${first}`).click()
  const field = dialog.getByLabel(`New domain for ${first}`)
  const refused = async (name: string, message: string) => {
    await field.fill(name)
    await button('Save').click()
    await expect(field).toHaveAccessibleDescription(message)
  }
  await refused('  ', domainNameMessages.empty)
  await refused(`${'a'.repeat(32)}.com`, domainNameMessages.tooLong)
  await refused('my-name.com', domainNameMessages.lettersAndNumbers)
  await refused('myname.dev', fillMessage(domainNameMessages.tldNotSold, { tlds }))
  await refused('myname', fillMessage(domainNameMessages.purchaseFormat, { tlds }))
  await refused('myname.app', domainNameMessages.appTld)
  await refused(first, replaceDomainsMessages.sameAsOriginal)
  await refused(second, replaceDomainsMessages.isBeingReplaced)
  await expectAccessible(page)
  await field.fill('BrandNew.com')
  await expect(field).toHaveValue('brandnew.com')

  // What was typed outlives the window's width, on which list and panel depend.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(field).toHaveValue('brandnew.com')
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(field).toHaveValue('brandnew.com')
  await button('Save').click()
  await button(`Replace ${second}`).click()
  const other = dialog.getByLabel(`New domain for ${second}`)
  await other.fill('brandnew.com')
  await button('Save').click()
  await expect(other).toHaveAccessibleDescription(replaceDomainsMessages.usedTwice)
  await button('Cancel').first().click()

  // Another option judges the entries again.
  await dialog.getByRole('radio', { name: 'Use domains you own' }).click()
  await button(`Replace ${second}`).click()
  await other.fill('nodots')
  await button('Save').click()
  await expect(other).toHaveAccessibleDescription(domainNameMessages.ownReplacementFormat)
  for (const [text, message] of [
    ['https://mine.dev/', fillMessage(domainNameMessages.bareOnly, { d: 'mine.dev' })],
    ['com.au', fillMessage(domainNameMessages.publicSuffix, { d: 'com.au' })],
    ['mine.example', fillMessage(domainNameMessages.reserved, { d: 'mine.example' })],
  ] as const) {
    await other.fill(text)
    await button('Save').click()
    await expect(other).toHaveAccessibleDescription(message)
  }
  await other.fill('mine.dev')
  await button('Save').click()
  await dialog.getByRole('radio', { name: 'Purchase new domains' }).click()
  await expectTold(page, replaceDomainsMessages.invalidForOption)
  await pressUnavailable(page, button('Replace 2 domains'), replaceDomainsMessages.fixErrors)
  await button(`Remove the replacement of ${second}`).click()
  await expect(dialog.getByText('$15.50 once, for registration')).toBeVisible()

  // Answers to the validation.
  const submit = button('Replace 1 domain')
  const answering = (json: unknown, status = 200) =>
    page.route('**/api/domains/verify-availability', (route) => route.fulfill({ status, json }), { times: 1 })
  await answering({ success: false, results: [] })
  await submit.click()
  await expectTold(page, domainAvailabilityMessages.verifyFailed)
  await answering({ message: 'x' }, 500)
  await submit.click()
  await expectTold(page, replaceDomainsMessages.validationFailed)
  const suggestions = [`${freshLabel()}.com`, `${freshLabel()}.net`]
  await answering({
    success: true,
    results: [{ ...free('brandnew.com'), available: false, suggestions }],
  })
  await submit.click()
  await expectTold(page, fillMessage(domainAvailabilityMessages.unavailableCount, { n: 1 }))
  await expectTold(
    page,
    fillMessage(domainAvailabilityMessages.unavailable, { message: domainAvailabilityMessages.taken }),
  )
  await pressUnavailable(page, submit, replaceDomainsMessages.fixErrors)
  await expectAccessible(page)
  await button(suggestions[0] as string).click()
  await expect(dialog.getByText(suggestions[0] as string, { exact: true })).toBeVisible()
  await answering({
    success: true,
    results: [{ ...free(suggestions[0] as string), available: false, exists_in_airtable: true }],
  })
  await submit.click()
  await expectTold(
    page,
    fillMessage(domainAvailabilityMessages.unavailable, { message: domainAvailabilityMessages.exists }),
  )
  await button(`Edit the replacement of ${first}`).click()
  await field.fill(suggestions[1] as string)
  await button('Save').click()

  // Answers to the replacement.
  const confirmation = page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' })
  const validate = async () => {
    await answering({ success: true, results: [free(suggestions[1] as string)] })
    await submit.click()
    await expect(confirmation).toBeVisible()
  }
  await validate()
  await expectTold(page, domainAvailabilityMessages.validated)
  await expect(confirmation.getByText(suggestions[1] as string)).toBeVisible()
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Back to Edit' }).click()
  const done = {
    success: true,
    message: '',
    requiresPayment: false,
    successCount: 0,
    errorCount: 0,
    errors: [],
    results: [],
  }
  const answers: [status: number, json: unknown, message: string][] = [
    [500, { message: 'x' }, replaceDomainsMessages.failed],
    [200, { ...done, success: false }, replaceDomainsMessages.failed],
    [200, { ...done, requiresPayment: true }, replaceDomainsMessages.failed],
    [200, { ...done, errorCount: 1 }, fillMessage(replaceDomainsMessages.failedCount, { n: 1 })],
    [
      409,
      { message: fillMessage(replaceDomainsMessages.stillTakenDown, { d: first }) },
      fillMessage(replaceDomainsMessages.stillTakenDown, { d: first }),
    ],
  ]
  for (const [status, json, message] of answers) {
    await validate()
    await page.route('**/api/domains/replace', (route) => route.fulfill({ status, json }), { times: 1 })
    await confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()
    await expectTold(page, message)
    await expect(confirmation).toBeHidden()
  }
  await validate()
  await page.route('**/api/domains/replace', (route) => route.abort(), { times: 1 })
  await confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()
  await expectTold(page, replaceDomainsMessages.crashed)

  // What was validated long ago has to be validated again.
  await page.clock.install()
  await validate()
  await page.clock.fastForward('11:00')
  await confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()
  await expectTold(page, replaceDomainsMessages.notValidated)
  await expect(submit).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
})

test('a fee that changes is read anew when the dialog opens, when it asks, and before anything is sent', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{}] })
  const [first = ''] = groups[0]?.domains ?? []
  let fee = 15_50
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    const config = await response.json()
    await route.fulfill({ response, json: { ...config, prices: { ...config.prices, tlds: { com: fee } } } })
  })
  await signIn()
  fee = 17_00
  await startOnAll(page, 'replaceDomains')
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await dialog.getByRole('radio', { name: 'Purchase new domains' }).click()
  await button(`Replace ${first}`).click()
  await dialog.getByLabel(`New domain for ${first}`).fill(`${freshLabel()}.com`)
  await button('Save').click()
  await expect(dialog.getByText('$17.00 once, for registration')).toBeVisible()

  fee = 20_00
  await button('Replace 1 domain').click()
  const confirmation = page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' })
  await expect(confirmation).toContainText('You pay $20.00')

  fee = 25_00
  let sent = 0
  await page.route('**/api/domains/replace', (route) => {
    sent += 1
    return route.fulfill({ status: 500, json: { message: 'x' } })
  })
  await confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()
  await expectTold(page, priceChangedMessage)
  await expect(confirmation).toContainText('You pay $25.00')
  expect(sent).toBe(0)
  await confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()
  await expectTold(page, replaceDomainsMessages.failed)
  expect(sent).toBe(1)
})

test('the call itself refuses what the dialog does not let anybody send', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/dashboard')
  const replace = (body: unknown) =>
    callApi(page, 'POST', '/api/domains/replace', body).catch((error: Error) => error.message)
  const pair = (originalDomain: string, newDomain: string, isUserAdded = true) => ({
    originalDomain,
    newDomain,
    isUserAdded,
  })
  expect(await replace([pair('a.com', 'b.com'), pair('a.com', 'c.com')])).toContain(
    replaceDomainsMessages.replacedTwice,
  )
  expect(await replace([pair('a.com', 'b.com'), pair('d.com', 'ccc.com', false)])).toContain(
    replaceDomainsMessages.mixedOptions,
  )
  const many = Array.from({ length: domainsPerCallMax + 1 }, (_, n) => pair(`a${n}.com`, `b${n}.com`))
  expect(await replace(many)).toContain(replaceDomainsMessages.tooMany)
})

test('a domain is replaced once', async ({ page, deps, customer, signIn }) => {
  await startOnSeeded({ page, deps, customer, signIn }, 'replaceDomains', {
    change: ([group]) =>
      deps.db
        .update(domains)
        .set({ replacedAt: new Date() })
        .where(eq(domains.bundleId, group?.groupId ?? '')),
  })
  await expectTold(page, orderActionMessages.nothingDoneLeft)
  await expect(page.getByText('Replaced', { exact: true })).toHaveCount(2)
})

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

for (const plan of ['google', 'premium'] as const)
  test(`own domains replace those of a ${plan} order at once, and are delivered when they point here`, async ({
    page,
    deps,
    customer,
    signIn,
  }) => {
    test.setTimeout(420_000)
    await signIn()
    const order = await placeDeliveredOrder(page, customer, { plan })
    await startOnAll(page, 'replaceDomains')
    const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
    await dialog.getByRole('radio', { name: 'Use domains you own' }).click()
    // One of each platform that the plan has.
    const originals = [...new Set([order.domains[0] ?? '', order.domains.at(-1) ?? ''])]
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
    for (const name of [...originals, ...own]) await expect(success.getByText(name)).toBeVisible()
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
  await page.getByRole('button', { name: `Microsoft ${original}` }).click()
  await page.getByRole('button', { name: 'Choose another domain' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Choose Another Domain' })
  await expect(dialog.getByText('This domain has been paid for and could not be registered.')).toBeVisible()
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
