import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import { forwardingUrlMessages } from '#features/forwarding/rules/forwarding-url.ts'
import { allocateAddresses } from '#features/people/rules/mailbox-address.ts'
import { personNameMessages } from '#features/people/rules/person-name.ts'
import { profilePictureLinkMessages } from '#features/people/rules/profile-picture-link.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { button, expectTold, openOrder, openSection, pressUnavailable } from '#tests/web/open-order.ts'
import { companyNameMessages } from '../rules/company-name.ts'
import { type OrderDraft, settingsMessages } from '../rules/order-draft.ts'

const url = page.getByLabelText('Forwarding URL')
const company = page.getByLabelText('Company/Client name')
const firstName = page.getByLabelText('First Name')
const openSettings = (changes: Partial<OrderDraft>, draft = completeDraft('azure')) =>
  openOrder('/setup-domain-settings', { ...draft, ...changes })
const addPerson = async (first: string, last: string) => {
  await firstName.fill(first)
  await page.getByLabelText('Last Name').fill(last)
  await button('Add User').click()
}
const saveStep = () => button('Save & Continue').click()

test('a forwarding URL and a company name that are missing or wrong are told beside their fields', async () => {
  openSettings({ forwardUrl: '', companyName: '' })
  await saveStep()
  await expect.element(url).toHaveAccessibleDescription(forwardingUrlMessages.wizardMissing)
  await expect.element(company).toHaveAccessibleDescription(companyNameMessages.wizardMissing)
  await expect.element(url).toHaveFocus()
  for (const [text, message] of [
    ['not a url', forwardingUrlMessages.invalid],
    [`example.com/${'a'.repeat(500)}`, forwardingUrlMessages.tooLong],
  ] as const) {
    await url.fill(text)
    await expect.element(url).toHaveAccessibleDescription(message)
  }
  for (const [text, message] of [
    ['Acme & Co', companyNameMessages.characters],
    ['a'.repeat(101), companyNameMessages.tooLong],
  ] as const) {
    await company.fill(text)
    await expect.element(company).toHaveAccessibleDescription(message)
  }
})

test('the settings say what is to be saved first, what was saved, and that all is done', async () => {
  openSettings({ forwardUrl: '', companyName: '', tool: null, people: [] })
  const step = (title: string) => button(new RegExp(`^${title}`))
  await pressUnavailable(step('Connect Your Email Automation Tool'))
  await expectTold(settingsMessages.completeBasic)
  await pressUnavailable(button('Continue to Review'))
  await expectTold(settingsMessages.completeRequired)
  await expectTold(
    'Still missing: Basic Configuration, Connect Your Email Automation Tool, Setup Your User Configuration.',
  )
  await url.fill('example.com')
  await company.fill('Acme 42')
  await saveStep()
  await expectTold(settingsMessages.basicSaved)
  await pressUnavailable(step('Setup Your User Configuration'))
  await expectTold(settingsMessages.completeTool)
  await page.getByRole('radio', { name: 'Other' }).click()
  await saveStep()
  await expectTold(settingsMessages.toolSaved)
  await addPerson('Jane', 'Doe')
  await firstName.fill('Jo')
  await button('Continue to Review').click()
  await expectTold(settingsMessages.completeAll)
  await firstName.fill('')
  await button('Continue to Review').click()
  await expectTold(settingsMessages.completed)
  await expect.poll(() => window.location.pathname).toBe('/review-order')
})

test('saving the users leads to the review', async () => {
  openSettings({})
  await openSection('Setup Your User Configuration')
  await saveStep()
  await expectTold(settingsMessages.usersSaved)
  await expect.poll(() => window.location.pathname).toBe('/review-order')
})

test('users have names by the rules, each once', async () => {
  openSettings({ people: [] })
  await saveStep()
  await expectTold(personNameMessages.noneLeft)
  for (const [first, last, message] of [
    ['Jane', '', personNameMessages.bothRequired],
    ['Jané', 'Doe', personNameMessages.firstLetters],
    ['Jane', "O'Doe", personNameMessages.lastLetters],
    ['Jane', 'D'.repeat(51), personNameMessages.tooLong],
  ] as const) {
    await addPerson(first, last)
    await expectTold(message)
  }
  await addPerson('Jane', 'Doe')
  await addPerson('jane', 'DOE')
  await expectTold(personNameMessages.duplicate)
})

test('users are at most ten', async () => {
  const people = Array.from('ABCDEFGHIJ', (lastName) => ({ id: lastName, firstName: 'Jane', lastName }))
  openSettings({ people })
  await openSection('Setup Your User Configuration')
  await pressUnavailable(button('Add User'))
  await expectTold(fillMessage(personNameMessages.limit, { n: 10 }))
})

test('Google has one user, whose picture is a link', async () => {
  openSettings({}, completeDraft('google'))
  await openSection('Setup Your User Configuration')
  await pressUnavailable(button('Add User'))
  await expectTold(fillMessage(personNameMessages.wizardSoloLimit, { plan: 'Google Solo' }))
  await expect.element(page.getByText(profilePictureLinkMessages.sharing, { exact: false })).toBeVisible()
  await page.getByLabelText('Profile picture link', { exact: false }).fill('no link')
  await saveStep()
  await expectTold(profilePictureLinkMessages.invalid)
})

test('the settings of several orders say which domains go to which', async () => {
  const draft = completeDraft('premium', 2)
  openSettings({}, draft)
  await page.getByText('Selected domains (12)').click()
  const { azure, google } = draft.domains.purchase
  for (const [number, from] of [
    [1, 0],
    [2, 3],
  ] as const) {
    const names = page.getByRole('region', { name: `Domains of order ${number}` }).getByRole('listitem')
    await expect
      .poll(() => names.elements().map(({ textContent }) => textContent))
      .toEqual([...azure.slice(from, from + 3), ...google.slice(from, from + 3)])
  }
})

test('each person’s addresses are seen before they are ordered, by the rule that makes them', async () => {
  const people = [
    { id: 'a', firstName: 'Ann', lastName: 'Smith' },
    { id: 'b', firstName: 'Bo', lastName: 'Jones' },
  ]
  openSettings({ people })
  await openSection('Setup Your User Configuration')
  await page.getByText('Addresses on entra0.com', { exact: false }).click()
  const expected = allocateAddresses({
    people: people.map((person) => ({ ...person, personaId: person.id, count: 26 })),
    taken: new Set(),
  })
  for (const { id } of people)
    await expect
      .element(page.getByText((expected.get(id) ?? []).slice(0, 25).join(', '), { exact: false }))
      .toBeVisible()
})
