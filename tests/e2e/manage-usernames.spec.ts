import { and, eq, isNull, sql } from 'drizzle-orm'
import { domains, mailboxes, personas } from '#server/db/schema/index.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { allocateMailboxes, runningHoldings } from '#server/provisioning/allocate-mailboxes.ts'
import { notifyCustomer } from '#server/provisioning/events.ts'
import { orderActionLabels, orderActionMessages } from '#shared/orders/order-actions.ts'
import { personNameMessages } from '#shared/people/person-name.ts'
import { usernameChangesMessages } from '#shared/people/username-changes.ts'
import type { PlanId } from '#shared/plans/catalog.ts'
import { fillMessage } from '#shared/text/message.ts'
import { expectStatus, placeDeliveredOrder } from './managing/place-paid-order.ts'
import { atVendors, expectAgreed } from './managing/vendors.ts'
import { expectNoOverflow, pressUnavailable, startOnAll, startOnSeeded } from './managing/workspace.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test('the dialog opens on its title and gives the focus back, also the first time', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await startOnSeeded({ page, deps, customer, signIn }, 'updateUsernames')
  const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
  await expect(dialog.getByRole('row', { name: /Jane Doe/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const label = orderActionLabels.updateUsernames
  await expect(page.getByRole('toolbar').getByRole('button', { name: label })).toBeFocused()
})

test('an order with fewer mailboxes than its plan has says how many it gets before a change', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await startOnSeeded({ page, deps, customer, signIn }, 'updateUsernames', {
    change: ([group]) => giveOwnNumbers(deps, group?.groupId ?? ''),
  })
  const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
  await expect(dialog.getByRole('row', { name: /Jane Doe/ })).toContainText('20')
  await dialog.getByLabel('New first name for John Roe').fill('Mary')
  await dialog.getByLabel('New last name for John Roe').fill('Major')
  await expect(dialog.getByRole('row', { name: /John Roe/ })).toContainText('26')
  await dialog.getByRole('button', { name: 'Submit Changes' }).click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText(
    'Each Entra domain has 40 mailboxes now and gets 46 with this change. Your plan has up to 50.',
  )
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Back' }).click()
})

test('domains that differ are told by what each has, and other numbers under the same names are shown and asked about again', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const [group] = await startOnSeeded({ page, deps, customer, signIn }, 'updateUsernames', {
    change: async ([seeded]) => {
      await giveOwnNumbers(deps, seeded?.groupId ?? '')
      // One of its domains has half of them.
      await deps.db.execute(sql`delete from mailboxes where id in (select m.id from mailboxes m
        join domains d on d.id = m.domain_id where d.name = ${seeded?.domains[0]} order by m.id limit 20)`)
    },
  })
  const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
  await dialog.getByLabel('New first name for John Roe').fill('Mary')
  await dialog.getByLabel('New last name for John Roe').fill('Major')
  await dialog.getByRole('button', { name: 'Submit Changes' }).click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText(
    'Both Entra domains get more mailboxes with this change: they have 20 to 40 now and 46 then. Your plan has up to 50.',
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await deps.db
    .update(personas)
    .set({ azurePerDomain: 10 })
    .where(and(eq(personas.bundleId, group?.groupId ?? ''), eq(personas.firstName, 'Jane')))
  await notifyCustomer(deps.db, customer.id)
  await expect(confirm).toBeHidden()
  await expect(dialog).toContainText('Jane Doe has 10 mailboxes per Entra domain now, not 20.')
  await expect(dialog.getByLabel('New first name for John Roe')).toHaveValue('Mary')
  await expect(dialog.getByRole('row', { name: /Jane Doe/ })).toContainText('10')
  await expectAccessible(page)
})

test('people are renamed, removed, restored and added, and every rule is told in its words', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(180_000)
  await startOnSeeded({ page, deps, customer, signIn }, 'updateUsernames')
  const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const form = dialog.getByRole('form', { name: 'Add User' })
  const submit = button('Submit Changes')
  await expect(dialog.getByRole('row', { name: /Jane Doe/ })).toContainText('25')
  await pressUnavailable(page, submit, usernameChangesMessages.nothingChanged)
  await pressUnavailable(page, button('Add User'), personNameMessages.bothRequired)

  const type = async (first: string, last: string) => {
    await form.getByLabel('First Name').fill(first)
    await form.getByLabel('Last Name').fill(last)
    await form.getByLabel('Last Name').press('Enter')
  }
  for (const [first, last, message] of [
    ['Mary', '', personNameMessages.bothRequired],
    ['Mary1', 'Major', personNameMessages.firstLetters],
    ['Mary', 'Major-Minor', personNameMessages.lastLetters],
    ['m'.repeat(51), 'Major', personNameMessages.tooLong],
    ['JANE', 'doe', personNameMessages.duplicate],
  ] as const) {
    await type(first, last)
    await expect(form.getByLabel('First Name')).toHaveAccessibleDescription(new RegExp(message.slice(0, 20)))
  }
  await type('Mary', 'Major')
  await expect(dialog.getByRole('row', { name: /Mary Major/ })).toContainText('New')

  // What was typed outlives the window's width.
  const rename = (field: 'first' | 'last', of: string) => dialog.getByLabel(`New ${field} name for ${of}`)
  await rename('first', 'John Roe').fill('Johnny')
  await expectTold(page, usernameChangesMessages.half)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(rename('first', 'John Roe')).toHaveValue('Johnny')
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await rename('first', 'John Roe').fill('Mary')
  await rename('last', 'John Roe').fill('MAJOR')
  await expectTold(page, usernameChangesMessages.renameDuplicate)
  await pressUnavailable(page, submit, usernameChangesMessages.renameDuplicate)
  await expectAccessible(page)
  await rename('first', 'John Roe').fill('')
  await rename('last', 'John Roe').fill('')

  for (const name of ['Mary Major', 'Jane Doe', 'John Roe']) await button(`Delete ${name}`).click()
  await expectTold(page, usernameChangesMessages.noneLeft)
  await button('Restore Jane Doe').click()
  for (const letter of 'abcdefghi') await type('Joe', `Poe${letter}`)
  await expectTold(page, fillMessage(personNameMessages.limit, { n: 10 }))
  await pressUnavailable(page, button('Add User'), fillMessage(personNameMessages.limit, { n: 10 }))
  await button('Restore John Roe').click()
  await expectTold(page, fillMessage(personNameMessages.limit, { n: 10 }))

  await submit.click()
  const confirmation = page.getByRole('alertdialog', { name: usernameChangesMessages.confirmTitle })
  await expect(confirmation.getByText(usernameChangesMessages.warning)).toBeVisible()
  for (const sentence of [
    'John Roe: all mailboxes are deactivated.',
    'Jane Doe gets fewer mailboxes: all of them are deactivated and a new set is created.',
    'Joe Poea gets new mailboxes.',
    'This concerns 2 domains.',
  ])
    await expect(confirmation.getByText(sentence)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // A refusal is told, and everything stays as it was entered.
  await page.route(
    '**/api/users/update-username',
    (route) => route.fulfill({ status: 409, json: { message: 'Not now, please.' } }),
    { times: 1 },
  )
  await confirmation.getByRole('button', { name: 'Confirm Changes' }).click()
  await expectTold(page, 'Not now, please.')
  await confirmation.getByRole('button', { name: 'Back' }).click()
  await expect(button('Delete Joe Poea')).toBeVisible()
})

test('a Google order has one user', async ({ page, deps, customer, signIn }) => {
  await startOnSeeded({ page, deps, customer, signIn }, 'updateUsernames', {
    groups: [{ plan: 'google', people: [['Jane', 'Doe']] }],
  })
  const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
  const limit = fillMessage(personNameMessages.ordersSoloLimit, { label: 'Inboxyard Google' })
  await expect(dialog.getByText(limit).first()).toBeVisible()
  await pressUnavailable(page, dialog.getByRole('button', { name: 'Add User' }), limit)
})

/** As a group that was brought in: with 20 mailboxes of each of its people on every domain. */
async function giveOwnNumbers({ db, secrets }: Dependencies, groupId: string): Promise<void> {
  await db.update(personas).set({ azurePerDomain: 20 }).where(eq(personas.bundleId, groupId))
  await db.transaction(async (tx) => allocateMailboxes(tx, secrets, await runningHoldings(tx, groupId)))
}

/** Addresses of the living people of an order, by full name; of the dead, by whether they are disabled. */
async function mailboxesOf({ db }: Dependencies, bundleId: string) {
  const rows = await db
    .select({ address: mailboxes.localPart, name: mailboxes.name, want: mailboxes.want, person: personas })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .leftJoin(personas, and(eq(personas.id, mailboxes.personaId), isNull(personas.removedAt)))
    .where(eq(domains.bundleId, bundleId))
  return {
    active: rows.filter(({ want }) => want === 'active').length,
    disabled: rows.filter(({ want }) => want === 'disabled').length,
    of: (first: string) =>
      rows
        .filter(({ person, want }) => person?.firstName === first && want === 'active')
        .map(({ address, name }) => `${address}@${name}`)
        .sort(),
  }
}

/** What is expected of a plan with two people: mailboxes made, and those of the second person. */
const shapes: Record<Exclude<PlanId, 'google'>, { active: number; second: number }> = {
  azure: { active: 104, second: 52 },
  premium: { active: 165, second: 78 },
}

for (const plan of ['azure', 'premium'] as const)
  test(`who leaves a ${plan} order loses the mailboxes, who joins gets new ones in the sending tool, who stays keeps theirs`, async ({
    page,
    deps,
    customer,
    signIn,
  }) => {
    test.setTimeout(420_000)
    await signIn()
    const { instantly } = await atVendors(deps).credentials()
    const order = await placeDeliveredOrder(page, customer, {
      plan,
      tool: 'instantly',
      credentials: { password: 'Secret.1', ...instantly },
    })
    const before = await mailboxesOf(deps, order.groupId)
    expect(before.active).toBe(shapes[plan].active)

    await startOnAll(page, 'updateUsernames')
    const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
    await dialog.getByRole('button', { name: 'Delete John Roe' }).click()
    const add = async (first: string, last: string) => {
      await dialog.getByLabel('First Name', { exact: true }).fill(first)
      await dialog.getByLabel('Last Name', { exact: true }).fill(last)
      await dialog.getByRole('button', { name: 'Add User' }).click()
    }
    await add('Mary', 'Major')
    await dialog.getByRole('button', { name: 'Submit Changes' }).click()
    await page.getByRole('button', { name: 'Confirm Changes' }).click()
    await expectTold(
      page,
      fillMessage(orderActionMessages.usernamesRequested, { domains: `${order.domains.length} domains` }),
    )
    await expect(dialog).toBeHidden()
    await expectStatus(page, order.domains, 'done')
    await expectAgreed(deps, order.domains)
    const after = await mailboxesOf(deps, order.groupId)
    expect(after.active).toBe(before.active)
    expect(after.disabled).toBe(shapes[plan].second)
    expect(after.of('Jane')).toEqual(before.of('Jane'))
    expect(after.of('Mary')).toHaveLength(shapes[plan].second)

    // A third person leaves fewer to the others: theirs are made again.
    await startOnAll(page, 'updateUsernames')
    await add('Nora', 'Novak')
    await dialog.getByRole('button', { name: 'Submit Changes' }).click()
    await page.getByRole('button', { name: 'Confirm Changes' }).click()
    await expect(dialog).toBeHidden()
    await expectStatus(page, order.domains, 'done')
    await expectAgreed(deps, order.domains)
    const last = await mailboxesOf(deps, order.groupId)
    expect(last.active).toBe(before.active)
    expect(last.of('Nora').length).toBeGreaterThan(0)
    for (const address of last.of('Mary')) expect(after.of('Mary')).not.toContain(address)
    await page.goto(`/dashboard?details=${order.groupId}`)
    await expect(
      page.getByRole('dialog', { name: 'Order Details' }).getByText('Changed the people: 3 now'),
    ).toBeVisible()
  })

test('the one person of a Google order is renamed', async ({ page, deps, customer, signIn }) => {
  test.setTimeout(420_000)
  await signIn()
  const order = await placeDeliveredOrder(page, customer, { plan: 'google' })
  await startOnAll(page, 'updateUsernames')
  const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
  await dialog.getByLabel('New first name for Jane Doe').fill('Rita')
  await dialog.getByLabel('New last name for Jane Doe').fill('Return')
  await dialog.getByRole('button', { name: 'Submit Changes' }).click()
  await expect(
    page.getByText('Jane Doe becomes Rita Return: the old mailboxes are deactivated, new ones are created.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Changes' }).click()
  await expect(dialog).toBeHidden()
  await expectStatus(page, order.domains, 'done')
  await expectAgreed(deps, order.domains)
  const after = await mailboxesOf(deps, order.groupId)
  expect(after.of('Rita')).toHaveLength(15)
  expect(after.disabled).toBe(15)
})
