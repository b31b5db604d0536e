import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import type { GroupDetails } from '#features/orders/api/groups.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import {
  actionButton,
  answerList,
  answerOrders,
  expectNoOverflow,
  expectTold,
  groupOf,
  orderOf,
  pressUnavailable,
  selectGroups,
} from '#tests/web/orders.ts'
import { updateUsernames } from '../../api/usernames.ts'
import { personNameMessages } from '../../rules/person-name.ts'
import { usernameChangesMessages } from '../../rules/username-changes.ts'

const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
const confirmation = page.getByRole('alertdialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) })
const renamed = (field: 'first' | 'last', of: string) => dialog.getByLabelText(`New ${field} name for ${of}`)
const submit = button('Submit Changes')

/** The dialog for the first group of an order, or those with these numbers, whose details may be changed. */
async function open(changed: GroupDetails[] = [], ...numbers: number[]): Promise<void> {
  answerOrders(...changed)
  openPage('/dashboard?order=ord_mixed')
  await selectGroups(...(numbers.length > 0 ? numbers : [1]))
  await actionButton('updateUsernames').click()
  await expect.element(row('Jane Doe')).toBeVisible()
}
async function add(first: string, last: string): Promise<void> {
  const form = dialog.getByRole('form', { name: 'Add User' })
  await form.getByLabelText('First Name').fill(first)
  await form.getByLabelText('Last Name').fill(last)
  await userEvent.keyboard('{Enter}')
}
/** Made on each domain: this many for each of the people, and what stands there in all. */
const withMade = (azure: number, ...standing: number[]) => {
  const group = groupOf('mixed')
  return groupOf(
    'mixed',
    {
      userConfiguration: group.userConfiguration.map((person) => ({ ...person, made: { azure, google: 0 } })),
    },
    ...group.domains.map(({ inboxes }, at) => ({ inboxes: { ...inboxes, wanted: standing[at] ?? 0 } })),
  )
}

test('the dialog opens on its title, and Escape gives the focus back to the action', async () => {
  await open()
  await expect.element(button('Close')).not.toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(actionButton('updateUsernames')).toHaveFocus()
})

test('nothing can be submitted or added before something is entered, and the reason is told', async () => {
  await open()
  await expect.element(row('Jane Doe')).toMatchTextContent(/25/)
  await pressUnavailable(submit)
  await expectTold(usernameChangesMessages.nothingChanged)
  await pressUnavailable(button('Add User'))
  await expectTold(personNameMessages.bothRequired)
})

test('a new person is refused by the rules of names, beside the fields, and is marked as new once added', async () => {
  await open()
  for (const [first, last, message] of [
    ['Mary', '', personNameMessages.bothRequired],
    ['Mary1', 'Major', personNameMessages.firstLetters],
    ['Mary', 'Major-Minor', personNameMessages.lastLetters],
    ['m'.repeat(51), 'Major', personNameMessages.tooLong],
    ['JANE', 'doe', personNameMessages.duplicate],
  ] as const) {
    await add(first, last)
    await expect
      .element(dialog.getByRole('form', { name: 'Add User' }).getByLabelText('First Name'))
      .toHaveAccessibleDescription(message)
  }
  await add('Mary', 'Major')
  await expect.element(row('Mary Major')).toMatchTextContent(/New/)
})

test('half a new name and the name of another person are refused, and outlast a narrower window', async () => {
  await open()
  await renamed('first', 'John Roe').fill('Johnny')
  await expectTold(usernameChangesMessages.half)
  await expectNoOverflow()
  await expect.element(renamed('first', 'John Roe')).toHaveValue('Johnny')
  await renamed('first', 'John Roe').fill('Jane')
  await renamed('last', 'John Roe').fill('DOE')
  await expectTold(usernameChangesMessages.renameDuplicate)
  await pressUnavailable(submit)
  await expectTold(usernameChangesMessages.renameDuplicate)
})

test('somebody stays, and nobody is added or restored beyond ten people', async () => {
  await open()
  for (const name of ['Jane Doe', 'John Roe']) await button(`Delete ${name}`).click()
  await expectTold(usernameChangesMessages.noneLeft)
  await button('Restore Jane Doe').click()
  for (const letter of 'abcdefghi') await add('Joe', `Poe${letter}`)
  await expectTold('Maximum limit of 10 users reached')
  await button('Restore John Roe').click()
  await expectTold('Maximum limit of 10 users reached')
})

test('the confirmation tells what becomes of each person, and a refusal leaves everything as entered', async () => {
  await open()
  await button('Delete John Roe').click()
  for (const letter of 'ab') await add('Joe', `Poe${letter}`)
  await submit.click()
  await expect.element(confirmation).toHaveAccessibleName(usernameChangesMessages.confirmTitle)
  await expect.element(confirmation).toMatchTextContent(usernameChangesMessages.warning)
  for (const sentence of [
    'John Roe: all mailboxes are deactivated.',
    'Jane Doe gets fewer mailboxes: all of them are deactivated and a new set is created.',
    'Joe Poea gets new mailboxes.',
    'This concerns 2 domains.',
  ])
    await expect.element(confirmation.getByText(sentence)).toBeVisible()
  await expectNoOverflow()
  network.refuse(updateUsernames, { status: 409, code: 'conflict', message: 'Not now, please.' })
  await confirmation.getByRole('button', { name: 'Confirm Changes' }).click()
  await expectTold('Not now, please.')
  await confirmation.getByRole('button', { name: 'Back' }).click()
  await expect.element(button('Delete Joe Poea')).toBeVisible()
  const [sent] = network.sent(updateUsernames)
  expect(
    sent?.body.map(({ domains, username }) => [domains, username.map(({ firstName }) => firstName)]),
  ).toEqual([
    [
      ['mixed1.com', 'mixed2.com'],
      ['Jane', 'Joe', 'Joe'],
    ],
  ])
})

test('a Google order has one user', async () => {
  const order = orderOf('google')
  answerOrders()
  answerList({ ...order, domains: order.domains.map((domain) => ({ ...domain, status: 'done' })) })
  openPage('/dashboard?order=ord_google')
  await selectGroups()
  await actionButton('updateUsernames').click()
  const limit = fillMessage(personNameMessages.ordersSoloLimit, { label: 'Inboxyard Google' })
  await expect.element(dialog.getByText(limit).first()).toBeVisible()
  await pressUnavailable(button('Add User'))
  await expectTold(limit)
})

test('an order with fewer mailboxes than its plan says how many it gets before a change', async () => {
  await open([withMade(20, 40, 40)])
  await expect.element(row('Jane Doe')).toMatchTextContent(/20/)
  await renamed('first', 'John Roe').fill('Mary')
  await renamed('last', 'John Roe').fill('Major')
  await expect.element(row('John Roe')).toMatchTextContent(/26/)
  await submit.click()
  await expect
    .element(confirmation)
    .toMatchTextContent(
      'Each Entra domain has 40 mailboxes now and gets 46 with this change. Your plan has up to 50.',
    )
})

test('domains that differ are told by what each of them has', async () => {
  await open([withMade(20, 20, 40)])
  await renamed('first', 'John Roe').fill('Mary')
  await renamed('last', 'John Roe').fill('Major')
  await submit.click()
  await expect
    .element(confirmation)
    .toMatchTextContent(
      'Both Entra domains get more mailboxes with this change: they have 20 to 40 now and 46 then. Your plan has up to 50.',
    )
})

test('of two orders with other people the confirmation tells of each what happens there', async () => {
  const [jane] = groupOf('mixed').userConfiguration
  if (!jane) throw new Error('The order has a person.')
  const rita = {
    ...jane,
    firstName: 'Rita',
    lastName: 'Return',
    azureInboxes: 50,
    made: { azure: 52, google: 0 },
  }
  const domains = groupOf('mixed').domains.map((domain, at) => ({ ...domain, domain: `mixed${at + 5}.com` }))
  const third = {
    ...groupOf('mixed'),
    groupId: 'bun_mixed_3',
    orderIndex: 3,
    domains,
    userConfiguration: [rita],
  }
  await open([third], 1, 3)
  await button('Delete John Roe').click()
  await submit.click()
  for (const sentence of [
    'Jane Doe keeps all mailboxes.',
    'John Roe: all mailboxes are deactivated.',
    'Rita Return gets new mailboxes.',
    'Jane Doe gets new mailboxes.',
    'Rita Return gets fewer mailboxes: all of them are deactivated and a new set is created.',
    'This concerns 4 domains.',
  ])
    await expect.element(confirmation.getByText(sentence)).toBeVisible()
})
