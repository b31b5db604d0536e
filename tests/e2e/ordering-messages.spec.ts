import type { Page, Route } from '@playwright/test'
import { domainAvailabilityMessages } from '#shared/domains/domain-availability.ts'
import { domainEntryMessages, domainLineReasons, domainSearchMessages } from '#shared/domains/domain-entry.ts'
import { domainNameMessages } from '#shared/domains/domain-name.ts'
import { forwardingUrlMessages } from '#shared/domains/forwarding-url.ts'
import { nestedNamesMessages } from '#shared/domains/nested-names.ts'
import { checkoutMessages, missingItems } from '#shared/order-draft/checkout-validation.ts'
import { companyNameMessages } from '#shared/order-draft/company-name.ts'
import {
  emptyDraft,
  type OrderDraft,
  orderDraftMessages,
  settingsMessages,
} from '#shared/order-draft/order-draft.ts'
import { personNameMessages } from '#shared/people/person-name.ts'
import { profilePictureLinkMessages } from '#shared/people/profile-picture-link.ts'
import { fillMessage } from '#shared/text/message.ts'
import { toolCredentialMessages } from '#shared/tools/tool-credentials.ts'
import { bisonLookupMessages, instantlyLookupMessages } from '#shared/tools/workspace-lookup.ts'
import { freshLabel, OrderWizard } from './ordering/order-wizard.ts'
import { freshDraft, placeOrder, storeDraft, storeTexts } from './ordering/stored-draft.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { manyLines, paste } from './product/paste.ts'
import { type Customer, expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test.describe.configure({ timeout: 90_000 })
test.beforeEach(({ signIn }) => signIn())

const withoutDomains = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  domains: emptyDraft().domains,
  confirmedDomains: [],
})

/** Opens a step with an order that has come so far. */
async function openWith(
  page: Page,
  customer: Customer,
  draft: OrderDraft,
  path: string,
): Promise<OrderWizard> {
  await storeDraft(page, customer, draft)
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  return new OrderWizard(page)
}
const answer = (page: Page, path: string, json: unknown, status = 200) =>
  page.route(path, (route) => route.fulfill({ status, json }))

test.describe('searching a domain', () => {
  test('says that names are being checked, and after a minute lets the customer search again', async ({
    page,
    customer,
  }) => {
    const label = freshLabel()
    await page.route('**/api/domains/search-domain', async (route) => {
      const answer = await (await route.fetch()).json()
      const results = answer.results.map((found: object) => ({ ...found, state: 'checking' }))
      await route.fulfill({ json: { ...answer, results, available_domains: [] } })
    })
    await page.clock.install()
    const wizard = await openWith(page, customer, withoutDomains(freshDraft()), '/select-domains')
    await wizard.search(`${label}.com`)
    const checking = page.getByText('checking', { exact: true })
    await expect(checking.first()).toBeVisible()
    await expectAccessible(page)
    await page.clock.fastForward(61_000)
    await expect(page.getByText('Some names could not be checked.')).toBeVisible({ timeout: 30_000 })
    await expect(checking).toHaveCount(0)
    await expect(page.getByText('Could not be checked').first()).toBeVisible()
    await expectAccessible(page)
    await wizard.press(wizard.button('Search again'))
    await expect(checking.first()).toBeVisible()
  })

  test('says what is wrong with the text', async ({ page, customer }) => {
    const wizard = await openWith(page, customer, withoutDomains(freshDraft()), '/select-domains')
    await wizard.pressUnavailable(wizard.button('Search'))
    await expectTold(page, domainNameMessages.empty)
    const problems = [
      ['acme', domainNameMessages.noTld],
      ['acme.app', domainNameMessages.appTld],
      ['ac-me.com', domainNameMessages.lettersAndNumbers],
      ['a.com', domainNameMessages.lettersAndNumbers],
      [`${'a'.repeat(32)}.com`, domainNameMessages.tooLong],
      ['acme.io', fillMessage(domainNameMessages.tldNotSold, { tlds: '.com, .co, .net, .org, .info, .biz' })],
    ] as const
    for (const [text, message] of problems) {
      await page.getByLabel('Search for a domain').fill(text)
      await page.keyboard.press('Enter')
      await expectTold(page, message)
    }
  })

  test('a plain word is refused, and searched for under the first ending by one press', async ({
    page,
    customer,
  }) => {
    const wizard = await openWith(page, customer, withoutDomains(freshDraft()), '/select-domains')
    const word = freshLabel()
    const field = page.getByLabel('Search for a domain')
    await field.fill(word)
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(domainNameMessages.noTld)
    await wizard.press(wizard.button(`Search ${word}.com`))
    await expect(field).toHaveValue(`${word}.com`)
    await expect(field).toBeFocused()
    await expect(wizard.button(`Search ${word}.com`)).toHaveCount(0)
    await expectTold(page, fillMessage(domainSearchMessages.found, { n: 20 }))
  })

  test('says that it takes a while, what was found, and that a name is taken', async ({ page, customer }) => {
    const wizard = await openWith(page, customer, withoutDomains(freshDraft()), '/select-domains')
    await wizard.search('google.com')
    await expectTold(page, domainSearchMessages.takesAWhile)
    await expectTold(page, fillMessage(domainSearchMessages.taken, { d: 'google.com' }))
    await wizard.search(`${freshLabel()}.com`)
    await expectTold(page, fillMessage(domainSearchMessages.found, { n: 20 }))
  })

  test('says that nothing is free, that it failed, and that it went wrong', async ({ page, customer }) => {
    const wizard = await openWith(page, customer, withoutDomains(freshDraft()), '/select-domains')
    const path = '**/api/domains/search-domain'
    const promised = page
      .getByRole('region', { name: /^Notifications/ })
      .getByText(domainSearchMessages.takesAWhile)
    const results = [{ domain: 'finename.com', state: 'taken', priceCents: 1550 }]
    const ends = [
      [domainSearchMessages.none, { success: true, results }],
      [domainSearchMessages.failed, { success: false, results: [] }],
      [domainSearchMessages.wentWrong, undefined],
    ] as const
    for (const [message, json] of ends) {
      await page.route(path, async (route) => {
        await expect(promised).toBeVisible()
        await (json ? route.fulfill({ json }) : route.abort())
      })
      await wizard.search('finename.com')
      await expectTold(page, message)
      // Long before it would go by itself: it promised an answer.
      await expect(promised).toBeHidden({ timeout: 2_000 })
      await page.unroute(path)
    }
  })

  test('says that the cart is full, and that a name is on the other list', async ({ page, customer }) => {
    const wizard = await openWith(page, customer, withoutDomains(freshDraft('premium')), '/select-domains')
    const label = freshLabel()
    const add = (domain: string) => page.getByRole('button', { name: `Add ${domain}`, exact: true })
    await wizard.search(`${label}.com`)
    for (const tld of ['com', 'co', 'net']) await wizard.press(add(`${label}.${tld}`))
    const full = page.getByRole('button', { name: `${domainEntryMessages.limitReached} ${label}.org` })
    await wizard.pressUnavailable(full)
    await expectTold(page, fillMessage(domainEntryMessages.cartFull, { n: 3 }))

    await wizard.open('Google Domains')
    await wizard.search(`${label}.com`)
    await wizard.pressUnavailable(add(`${label}.com`))
    await expectTold(page, fillMessage(domainEntryMessages.alreadyAzure, { d: `${label}.com` }))
    for (const tld of ['org', 'info', 'biz']) await wizard.press(add(`${label}.${tld}`))
    await wizard.open('Entra Domains')
    await wizard
      .cart('azure')
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await wizard.search(`${label}.com`)
    await wizard.pressUnavailable(add(`${label}.org`))
    await expectTold(page, fillMessage(domainEntryMessages.alreadyGoogle, { d: `${label}.org` }))
  })
})

test.describe('an own domain', () => {
  const own = () => withoutDomains(freshDraft('azure', 1, 'own'))

  test('is one of too many that were pasted: that is said at once, and typing goes on', async ({
    page,
    customer,
  }) => {
    await openWith(page, customer, own(), '/select-domains')
    await page.getByRole('tab', { name: 'Several domains' }).click()
    const box = page.getByLabel('Your domains, one per line')
    await paste(box, manyLines)
    await expect(box).toHaveAccessibleDescription(domainEntryMessages.tooManyLines)
    expect((await box.inputValue()).length).toBeLessThan(60_000)
    await page.getByRole('button', { name: 'Add Domains' }).click()
    await expectTold(page, domainEntryMessages.tooManyLines)
    await expect(page.getByText(/^\d+ refused$/)).toHaveCount(0)
    await box.fill('')
    await expect(box).not.toHaveAccessibleDescription(domainEntryMessages.tooManyLines)
  })

  test('is refused with what is wrong with it', async ({ page, customer }) => {
    await openWith(page, customer, own(), '/select-domains')
    const nobodys = `${freshLabel()}.com`
    const notAdded = (d: string, sentence: string) =>
      fillMessage(domainEntryMessages.addFailed, { d, reason: sentence.slice(0, -1) })
    const problems = [
      ['ac-me.dev', domainNameMessages.ownHyphen],
      [`${'a'.repeat(32)}.dev`, domainNameMessages.tooLong],
      ['acme', domainNameMessages.ownFormat],
      ['https://www.acme.dev/about', fillMessage(domainNameMessages.bareOnly, { d: 'acme.dev' })],
      ['co.uk', fillMessage(domainNameMessages.publicSuffix, { d: 'co.uk' })],
      ['acme.test', fillMessage(domainNameMessages.reserved, { d: 'acme.test' })],
      [
        'müller.dev',
        `${domainNameMessages.ownFormat}. müller.dev (xn--mller-kva.dev) cannot be used here: own domains consist of the letters a-z and digits.`,
      ],
      [
        'acme.con',
        notAdded('acme.con', fillMessage(domainAvailabilityMessages.noSuchEnding, { tld: 'con' })),
      ],
      [nobodys, notAdded(nobodys, domainAvailabilityMessages.unregistered)],
    ] as const
    for (const [text, message] of problems) {
      await page.getByLabel('Your domain', { exact: true }).fill(text)
      await page.keyboard.press('Enter')
      await expectTold(page, message)
    }
  })

  test('is refused when it is there already, exists in an order, or all are there', async ({
    page,
    customer,
  }) => {
    // Held by its order at once; own names are held by their payment page only.
    const held = freshDraft('azure', 1, 'purchase')
    expect((await placeOrder(page, held)).status()).toBe(200)
    await openWith(page, customer, own(), '/select-domains')
    const field = page.getByLabel('Your domain', { exact: true })
    const add = async (text: string) => {
      await field.fill(text)
      await page.keyboard.press('Enter')
    }
    const [taken = ''] = held.domains.purchase.azure
    await add(taken)
    await expectTold(page, fillMessage(domainEntryMessages.alreadyExists, { d: taken }))
    const label = freshLabel()
    await add(`${label}.dev`)
    await expect(field).toHaveValue('')
    await add(`${label}.dev`)
    await expectTold(page, fillMessage(domainEntryMessages.alreadyAdded, { d: `${label}.dev` }))
    await add(`go.${label}.dev`)
    await expectTold(
      page,
      fillMessage(nestedNamesMessages.nested, { d: `go.${label}.dev`, other: `${label}.dev` }),
    )
    await add(`${label}.shop`)
    await expect(field).toHaveValue('')
    await add(`${label}.online`)
    await expectTold(page, fillMessage(domainEntryMessages.maximumReached, { n: 2 }))
  })

  test('says that adding failed, or went wrong; is taken when only the check is out of order', async ({
    page,
    customer,
  }) => {
    const wizard = await openWith(page, customer, own(), '/select-domains')
    const field = page.getByLabel('Your domain', { exact: true })
    const add = async (json: unknown, status = 200) => {
      await page.unroute('**/api/domains')
      await answer(page, '**/api/domains', json, status)
      await field.fill('finename.dev')
      await page.keyboard.press('Enter')
    }
    await add({ message: 'Too many searches. Please wait a moment.', code: 'rate_limited' }, 429)
    await expectTold(
      page,
      fillMessage(domainEntryMessages.addFailed, {
        d: 'finename.dev',
        reason: 'Too many searches. Please wait a moment',
      }),
    )
    await add({})
    await expectTold(page, domainEntryMessages.oneWentWrong)
    await add({ message: 'Out of order', code: 'unavailable' }, 503)
    await expect(wizard.cart('azure').getByText('1 of 2')).toBeVisible()
  })

  test('pasted with others is refused beside its reason', async ({ page, customer }) => {
    // Held by its order at once; own names are held by their payment page only.
    const held = freshDraft('azure', 1, 'purchase')
    expect((await placeOrder(page, held)).status()).toBe(200)
    const wizard = await openWith(page, customer, own(), '/select-domains')
    await page.getByRole('tab', { name: 'Several domains' }).click()
    const box = page.getByLabel('Your domains, one per line')
    const add = async (...lines: string[]) => {
      await box.fill(lines.join('\n'))
      await wizard.button('Add Domains').click()
    }
    const label = freshLabel()
    await add(`${label}a.dev`, `${label}b.dev`, `${label}c.dev`)
    await expectTold(page, fillMessage(domainEntryMessages.overCapacity, { n: 2, m: 3 }))

    await add(...held.domains.purchase.azure)
    await expectTold(page, fillMessage(domainEntryMessages.manyAlreadyExist, { n: 2 }))
    await expectTold(page, domainLineReasons.exists)

    await add(`${label}a.dev`, `${label}A.dev`, 'ac-me.dev', `${'a'.repeat(32)}.dev`, 'acme')
    await expectTold(page, fillMessage(domainEntryMessages.duplicatesRemoved, { n: 1 }))
    await expectTold(page, domainLineReasons.hyphen)
    await expectTold(page, domainLineReasons.tooLong)
    await expectTold(page, domainLineReasons.format)
    await expect(wizard.cart('azure').getByText('1 of 2')).toBeVisible()

    await add(`${label}a.dev`)
    await expectTold(page, domainLineReasons.added)
    await answer(page, '**/api/domains/verify-availability', {})
    await add(`${label}b.dev`)
    await expectTold(page, domainEntryMessages.manyWentWrong)
    await page.unroute('**/api/domains/verify-availability')
    await add(`${label}b.dev`)
    await expect(wizard.cart('azure').getByText('2 of 2')).toBeVisible()
    await add(`${label}c.dev`)
    await expectTold(page, fillMessage(domainEntryMessages.maximumReached, { n: 2 }))
  })
})

test.describe('leaving the domains', () => {
  const missing = (section: string) => fillMessage(orderDraftMessages.sectionsMissing, { section })

  test('names the section that is to be done first', async ({ page, customer }) => {
    const incomplete: [OrderDraft, string][] = [
      [{ ...withoutDomains(freshDraft()), domainOption: null }, missing(orderDraftMessages.optionMissing)],
      [withoutDomains(freshDraft()), missing(orderDraftMessages.azureMissing)],
      [withoutDomains(freshDraft('google')), missing(orderDraftMessages.googleMissing)],
      [{ ...freshDraft('azure', 1, 'own'), confirmedDomains: [] }, missing(orderDraftMessages.dnsMissing)],
    ]
    for (const [draft, message] of incomplete) {
      const wizard = await openWith(page, customer, draft, '/select-domains')
      await wizard.pressUnavailable(wizard.button('Continue to Domain Settings'))
      await expectTold(page, message)
    }
  })

  test('own domains are refused for Premium, and buying stays chosen', async ({ page }) => {
    const wizard = new OrderWizard(page)
    await wizard.choosePlan('premium')
    await wizard.open('Domain Option')
    await wizard.press(page.getByRole('radio', { name: 'Use domains you own' }))
    await expectTold(page, fillMessage(orderDraftMessages.ownUnavailable, { plan: 'Premium' }))
    await expect(page.getByRole('radio', { name: 'Purchase domains' })).toBeChecked()
  })
})

test.describe('the basic configuration', () => {
  test('asks for a URL and a name that are right', async ({ page, customer }) => {
    const draft = { ...freshDraft(), forwardUrl: '', companyName: '' }
    const wizard = await openWith(page, customer, draft, '/setup-domain-settings')
    await wizard.saveStep()
    await expectTold(page, forwardingUrlMessages.wizardMissing)
    await expectTold(page, companyNameMessages.wizardMissing)
    await page.getByLabel('Forwarding URL').fill('not a url')
    await expectTold(page, forwardingUrlMessages.invalid)
    await page.getByLabel('Forwarding URL').fill(`example.com/${'a'.repeat(500)}`)
    await expectTold(page, forwardingUrlMessages.tooLong)
    await page.getByLabel('Company/Client name').fill('Acme & Co')
    await expectTold(page, companyNameMessages.characters)
    await page.getByLabel('Company/Client name').fill('a'.repeat(101))
    await expectTold(page, companyNameMessages.tooLong)
  })
})

test.describe('the settings', () => {
  test('say what is to be saved first, what was saved, and that all is done', async ({ page, customer }) => {
    const draft = { ...freshDraft(), forwardUrl: '', companyName: '', tool: null, people: [] }
    const wizard = await openWith(page, customer, draft, '/setup-domain-settings')
    const step = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) })
    await wizard.pressUnavailable(step('Connect Your Email Automation Tool'))
    await expectTold(page, settingsMessages.completeBasic)
    await wizard.pressUnavailable(wizard.button('Continue to Review'))
    await expectTold(page, settingsMessages.completeRequired)
    await expect(
      page.getByText(
        'Still missing: Basic Configuration, Connect Your Email Automation Tool, Setup Your User Configuration.',
      ),
    ).toBeVisible()
    await wizard.saveBasics()
    await expectTold(page, settingsMessages.basicSaved)
    await wizard.pressUnavailable(step('Setup Your User Configuration'))
    await expectTold(page, settingsMessages.completeTool)
    await wizard.saveTool('other')
    await expectTold(page, settingsMessages.toolSaved)
    await wizard.addPerson('Jane', 'Doe')
    await wizard.fill(page.getByLabel('First name'), 'Jo')
    await wizard.press(wizard.button('Continue to Review'))
    await expectTold(page, settingsMessages.completeAll)
    await wizard.fill(page.getByLabel('First name'), '')
    await wizard.press(wizard.button('Continue to Review'))
    await expectTold(page, settingsMessages.completed)
    await expect(page).toHaveURL('/review-order')
    await page.goto('/setup-domain-settings')
    await wizard.open('Setup Your User Configuration')
    await wizard.saveStep()
    await expectTold(page, settingsMessages.usersSaved)
    await expect(page).toHaveURL('/review-order')
  })
})

test.describe('the sending tool', () => {
  const open = async (
    page: Page,
    customer: Customer,
    name: string,
    plan: 'azure' | 'premium' = 'premium',
  ) => {
    const wizard = await openWith(
      page,
      customer,
      { ...freshDraft(plan), tool: null },
      '/setup-domain-settings',
    )
    await page.getByRole('radio', { name }).click()
    const type = async (fields: Record<string, string>) => {
      for (const [label, text] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).fill(text)
    }
    return { wizard, type }
  }

  test('Instantly names what is missing', async ({ page, customer }) => {
    const { wizard, type } = await open(page, customer, 'Instantly')
    await wizard.saveStep()
    await expectTold(page, toolCredentialMessages.instantlyAll)
    await expectTold(page, toolCredentialMessages.instantlyApiKey)
    await type({ Username: 'ops', Password: 'p', Workspace: 'Main' })
    await expectTold(page, toolCredentialMessages.instantlyEmail)
  })

  test('Smartlead names what is missing', async ({ page, customer }) => {
    const { wizard, type } = await open(page, customer, 'Smartlead')
    await wizard.saveStep()
    await expectTold(page, toolCredentialMessages.smartleadAll)
    await expectTold(page, toolCredentialMessages.smartleadApiKey)
    await expectTold(page, toolCredentialMessages.smartleadOauthLink)
    const elsewhere = 'https://example.com/oauth2/authorize'
    await type({ Username: 'ops', Password: 'p', 'OAuth Link': elsewhere, 'Google OAuth Link': elsewhere })
    await expectTold(page, toolCredentialMessages.smartleadEmail)
    await expectTold(page, toolCredentialMessages.smartleadOauthFormat)
    await expectTold(page, toolCredentialMessages.smartleadGoogleLink)
  })

  test('Email Bison names what is missing', async ({ page, customer }) => {
    const { wizard, type } = await open(page, customer, 'Email Bison')
    await wizard.saveStep()
    await expectTold(page, toolCredentialMessages.bisonAll)
    await expectTold(page, toolCredentialMessages.bisonUrl)
    await expectTold(page, toolCredentialMessages.bisonApiKey)
    await expectTold(page, toolCredentialMessages.bisonAppId)
    await type({ URL: 'nowhere', Username: 'ops', Password: 'p', Workspace: 'Main' })
    await expectTold(page, toolCredentialMessages.bisonEmail)
    await expectTold(page, toolCredentialMessages.bisonUrlFormat)
  })

  test('Email Bison looks up workspaces and says why it cannot', async ({ page, customer }) => {
    const { wizard, type } = await open(page, customer, 'Email Bison', 'azure')
    const lookUp = () => wizard.press(wizard.button('Fetch Workspaces'))
    await lookUp()
    await expectTold(page, bisonLookupMessages.urlMissing)
    await type({ URL: 'nowhere' })
    await lookUp()
    await expectTold(page, bisonLookupMessages.urlInvalid)
    const url = `http://127.0.0.1:${Number(process.env.SANDBOX_PORT) + 1}`
    await type({ URL: url })
    await lookUp()
    await expectTold(page, bisonLookupMessages.keyMissing)
    await type({ 'API Key': 'wrong' })
    await lookUp()
    await expect(page.getByText(/^Failed to fetch workspaces \(401\): /)).toBeVisible()
    expect(bisonLookupMessages.statusMessage).toContain('Failed to fetch workspaces ({status})')

    const altered = async (fulfil: Parameters<Route['fulfill']>[0]) => {
      await page.unroute(`${url}/**`)
      await page.route(`${url}/**`, (route) =>
        route.fulfill({
          headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
          ...fulfil,
        }),
      )
      await lookUp()
    }
    await altered({ json: { data: [] } })
    await expectTold(page, bisonLookupMessages.none)
    await altered({ json: { nothing: true } })
    await expectTold(page, bisonLookupMessages.unexpected)
    await altered({ status: 500, body: 'broken' })
    await expectTold(
      page,
      fillMessage(bisonLookupMessages.status, { status: 500, statusText: 'Internal Server Error' }),
    )
    await page.unroute(`${url}/**`)

    // No CORS here and nobody at that address: neither browser nor server gets an answer.
    await type({ URL: 'https://bison.acme.test' })
    await lookUp()
    await expectTold(page, bisonLookupMessages.failed)

    await type({ URL: url, 'API Key': '2|demo-bison-api-user-harborline' })
    await lookUp()
    await expectTold(page, bisonLookupMessages.onlyOne)
    await type({ 'API Key': '1|demo-bison-super-admin-harborline' })
    await lookUp()
    await expect(page.getByRole('option', { name: 'Client: Quillstone' })).toBeAttached()
    await page.getByLabel('Workspace', { exact: true }).selectOption({ label: 'Client: Quillstone' })
    await type({ Username: 'ops@acme.test', Password: 'p' })
    await wizard.saveStep()
    await expectTold(page, settingsMessages.toolSaved)
    expect(await page.evaluate(() => localStorage.getItem('emailToolConfig'))).toContain(
      '"workspace_id":"55"',
    )
  })

  test('a browser that the customer’s Bison refuses gets its workspaces through the server', async ({
    page,
    customer,
  }) => {
    const { wizard, type } = await open(page, customer, 'Email Bison', 'azure')
    const url = `http://127.0.0.1:${Number(process.env.SANDBOX_PORT) + 1}`
    await page.route(`${url}/**`, (route) => route.abort())
    await type({ URL: url, 'API Key': '1|demo-bison-super-admin-harborline' })
    await wizard.press(wizard.button('Fetch Workspaces'))
    await expect(page.getByRole('option', { name: 'Client: Ferrous Labs' })).toBeAttached()
  })

  test('Instantly looks up its workspace and says why it cannot', async ({ page, customer }) => {
    const { wizard, type } = await open(page, customer, 'Instantly')
    const lookUp = () => wizard.press(wizard.button('Fetch Workspace'))
    await wizard.pressUnavailable(wizard.button('Fetch Workspace'))
    await expectTold(page, instantlyLookupMessages.loginMissing)
    await type({ Username: 'ops@acme.test', Password: 'p' })
    await lookUp()
    await expectTold(page, toolCredentialMessages.instantlyApiKey)
    await type({ 'API Key': 'wrong' })
    await lookUp()
    await expect(page.getByText(/^Failed to fetch workspace \(\d+\): /)).toBeVisible()
    expect(instantlyLookupMessages.statusMessage).toContain('Failed to fetch workspace ({status})')
    const path = '**/api/instantly/workspaces/proxy'
    await answer(page, path, [])
    await lookUp()
    await expectTold(page, instantlyLookupMessages.none)
    await page.unroute(path)
    await answer(page, path, {}, 500)
    await lookUp()
    await expectTold(page, fillMessage(instantlyLookupMessages.status, { status: 500, text: '' }).trim())
    await page.unroute(path)
    await page.route(path, (route) => route.abort())
    await lookUp()
    await expectTold(page, instantlyLookupMessages.failed)
    await page.unroute(path)
    await type({ 'API Key': 'demo-instantly-key-lumen-outreach' })
    await lookUp()
    await expect(page.getByLabel('Workspace', { exact: true })).toHaveValue('Lumen Outreach')
  })
})

test.describe('the users', () => {
  test('have names by the rules', async ({ page, customer }) => {
    const wizard = await openWith(page, customer, { ...freshDraft(), people: [] }, '/setup-domain-settings')
    await wizard.saveStep()
    await expectTold(page, personNameMessages.noneLeft)
    const problems = [
      ['Jane', '', personNameMessages.bothRequired],
      ['Jané', 'Doe', personNameMessages.firstLetters],
      ['Jane', "O'Doe", personNameMessages.lastLetters],
      ['Jane', 'D'.repeat(51), personNameMessages.tooLong],
    ] as const
    for (const [first, last, message] of problems) {
      await wizard.addPerson(first, last)
      await expectTold(page, message)
    }
    await wizard.addPerson('Jane', 'Doe')
    await wizard.addPerson('jane', 'DOE')
    await expectTold(page, personNameMessages.duplicate)
  })

  test('are at most ten, and one for Google alone', async ({ page, customer }) => {
    const person = (index: number) => ({
      id: String(index),
      firstName: 'Jane',
      lastName: String.fromCharCode(65 + index),
    })
    const ten = { ...freshDraft(), people: Array.from({ length: 10 }, (_, index) => person(index)) }
    let wizard = await openWith(page, customer, ten, '/setup-domain-settings')
    await wizard.open('Setup Your User Configuration')
    await wizard.pressUnavailable(wizard.button('Add User'))
    await expectTold(page, fillMessage(personNameMessages.limit, { n: 10 }))

    wizard = await openWith(page, customer, freshDraft('google'), '/setup-domain-settings')
    await wizard.open('Setup Your User Configuration')
    await wizard.pressUnavailable(wizard.button('Add User'))
    await expectTold(page, fillMessage(personNameMessages.wizardSoloLimit, { plan: 'Google Solo' }))
    await expect(page.getByText(profilePictureLinkMessages.sharing)).toBeVisible()
    await page.getByLabel('Profile picture link').fill('no link')
    await wizard.saveStep()
    await expectTold(page, profilePictureLinkMessages.invalid)
  })
})

test.describe('going to the review too early', () => {
  const incomplete = (...items: string[]) =>
    fillMessage(checkoutMessages.incomplete, { list: items.join(', ') })

  test('lists everything that is missing', async ({ page, customer }) => {
    await page.goto('/review-order')
    await expectTold(
      page,
      incomplete(
        missingItems.plan,
        missingItems.domainOption,
        missingItems.forwardingUrl,
        missingItems.companyName,
        missingItems.emailTool,
        missingItems.users,
      ),
    )
    const bare: OrderDraft = {
      ...withoutDomains(freshDraft()),
      forwardUrl: '',
      companyName: '',
      tool: null,
      people: [],
    }
    await openWith(page, customer, bare, '/review-order')
    await expectTold(
      page,
      incomplete(
        missingItems.azureDomains,
        missingItems.forwardingUrl,
        missingItems.companyName,
        missingItems.emailTool,
        missingItems.users,
      ),
    )
  })

  test('counts the domains', async ({ page, customer }) => {
    const some = (draft: OrderDraft, counts: { azure?: number; google?: number }): OrderDraft => {
      const { azure, google } = draft.domains.purchase
      return {
        ...draft,
        domains: {
          ...draft.domains,
          purchase: { azure: azure.slice(0, counts.azure), google: google.slice(0, counts.google) },
        },
      }
    }
    const cases: [OrderDraft, string][] = [
      [some(freshDraft('azure'), { azure: 1 }), fillMessage(missingItems.azureMultiple, { of: 2, n: 1 })],
      [some(freshDraft('google'), { google: 0 }), missingItems.googleDomains],
      [some(freshDraft('google'), { google: 3 }), fillMessage(missingItems.googleMultiple, { of: 5, n: 3 })],
      [
        some(freshDraft('azure', 2), { azure: 2 }),
        fillMessage(missingItems.exactly, { platform: 'Azure', required: 4, orders: '2 orders', n: 2 }),
      ],
    ]
    for (const [draft, item] of cases) {
      await openWith(page, customer, draft, '/review-order')
      await expectTold(page, incomplete(item))
      await expect(page).toHaveURL('/select-domains')
    }
    const more = freshDraft('premium')
    more.domains.purchase.google.push('onetoomany.com')
    await openWith(page, customer, more, '/review-order')
    await expectTold(page, incomplete(fillMessage(missingItems.totalMultiple, { of: 6, n: 7 })))
    await openWith(page, customer, some(freshDraft('premium'), { google: 2 }), '/review-order')
    await expectTold(
      page,
      fillMessage(checkoutMessages.mixedMinimum, {
        plan: 'Premium',
        domains: '3 Azure domains and 3 Google domains',
      }),
    )
    await expect(page).toHaveURL('/select-domains')
  })

  test('asks for the URL that Bison needs', async ({ page, customer }) => {
    await storeDraft(page, customer, freshDraft())
    await storeTexts(page, {
      emailToolConfig: JSON.stringify({ tool: 'bison', username: 'ops@acme.test', workspace: 'Main' }),
    })
    await page.goto('/review-order')
    await expectTold(page, incomplete('Bison URL (required for Bison email tool)'))
    await expect(page).toHaveURL('/setup-domain-settings')
  })
})
