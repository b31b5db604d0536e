import { eq, inArray } from 'drizzle-orm'
import { auditLog, domainNames, domains, mailboxes } from '#base/db/schema/index.ts'
import { codeField, freshCode, joinedStaff, letConfirmationPass } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { letters } from '#tests/e2e/product/letters.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'

const ownName = (word: string) => `${word}-${process.env.TEST_PARALLEL_INDEX}-${Date.now()}.com`

/** Columns of a name that a worker has, so that no other one works on it for an hour. */
const leased = () => ({
  nextRunAt: new Date(Date.now() + 3_600_000),
  leaseUntil: new Date(Date.now() + 3_600_000),
  leaseToken: '00000000-0000-4000-8000-000000000000',
})

test('a domain that stopped says why, is tried again and given another name', async ({
  page,
  deps,
  customer,
}) => {
  await joinedStaff(deps, page, 'technician')
  const name = ownName('refused')
  const order = await createPaidOrder(deps, {
    customerId: customer.id,
    mailboxesPerDomain: 1,
    names: { azure: [name] },
  })
  const id = order.domains[0]?.id ?? ''
  // As if the registry had refused it; nobody else works on it meanwhile.
  await deps.db
    .update(domainNames)
    .set({
      registration: 'failed',
      step: 'register',
      problem: {
        kind: 'rejected',
        vendor: 'dnsimple',
        operation: 'register',
        reason: 'the registry refuses it',
        at: new Date().toISOString(),
      },
      ...leased(),
    })
    .where(eq(domainNames.name, name))
  await deps.db.update(domains).set({ status: 'error' }).where(eq(domains.id, id))
  await page.goto(`/operator/domains/${id}`)
  await expect(page.getByText('It has stopped with an error at “Registering the domain”.')).toBeVisible()
  await expect(page.getByText('the registry refuses it').first()).toBeVisible()
  await expect(page.getByText('In about 60 minutes')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Try again' }).click()
  await expectTold(page, 'It is being tried again.')
  await page.getByRole('button', { name: `More to do with ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Choose another name' }).press('Enter')
  await expect(page.getByText('It costs nothing: the name that could not be had was paid for.')).toBeVisible()
  await expectAccessible(page)
  const other = `instead${letters(Date.now())}.com`
  await page.getByLabel('New name').fill(other)
  await page.getByRole('button', { name: 'Choose this name' }).click()
  await expectTold(page, `${other} is set up in the place of ${name}.`)
  const [fresh] = await deps.db.select().from(domains).where(eq(domains.name, other))
  expect(fresh).toMatchObject({ replacesId: id, want: 'run' })
})

test('a renewal that may have been paid is asked for again only after a warning, from its own page too', async ({
  page,
  deps,
  customer,
}) => {
  await joinedStaff(deps, page, 'technician')
  const names = [ownName('renewal'), ownName('renewals')].sort()
  const order = await createPaidOrder(deps, {
    customerId: customer.id,
    mailboxesPerDomain: 1,
    names: { azure: names },
  })
  const [name = ''] = names
  await deps.db
    .update(domainNames)
    .set({
      facts: { renewal: { at: '2026-01-01T00:00:00.000Z', of: null, externalId: null } },
      problem: {
        kind: 'waiting',
        waitsFor: 'operator',
        vendor: 'dnsimple',
        operation: 'renew',
        reason: 'the answer was lost',
        at: new Date().toISOString(),
      },
      ...leased(),
    })
    .where(inArray(domainNames.name, names))
  const askedAgain = async () => {
    const [row] = await deps.db.select().from(domainNames).where(eq(domainNames.name, name))
    return JSON.stringify(row?.facts).includes('againAt')
  }

  // Many at once: none is asked for, and which they are is said.
  await page.goto(`/operator/domains?customer=${customer.id}`)
  for (const each of names) await page.getByRole('checkbox', { name: `Choose ${each}` }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Try again' }).click()
  await expectTold(page, `2 renewals not asked for again: ${names.join(' and ')}.`)
  expect(await askedAgain()).toBe(false)

  await page.goto(`/operator/domains/${order.domains.find((domain) => domain.name === name)?.id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(question).toContainText('it is paid twice. Look at DNSimple first.')
  await expectAccessible(page)
  expect(await askedAgain()).toBe(false)
  await question.getByRole('button', { name: 'Try again' }).click()
  await expectTold(page, '1 domain being tried again.')
  expect(await askedAgain()).toBe(true)
})

test('a mailbox says why it is not sending, is reconnected, and tells its password after a second factor', async ({
  page,
  deps,
  customer,
}) => {
  const owner = await joinedStaff(deps, page, 'owner')
  const name = ownName('mailbox')
  const order = await createPaidOrder(deps, {
    customerId: customer.id,
    mailboxesPerDomain: 1,
    names: { azure: [name] },
  })
  // While a browser of ours signs a mailbox in, it is refused to connect it again.
  await deps.db.update(domainNames).set(leased()).where(eq(domainNames.name, name))
  const [mailbox] = await deps.db.select().from(mailboxes).where(eq(mailboxes.name, name))
  await page.goto(`/operator/domains/${order.domains[0]?.id}`)
  // Another name is offered only where a name cannot be had.
  await page.getByRole('button', { name: `More to do with ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Move to another account' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Choose another name' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `${mailbox?.localPart}@${name}` }).click()
  await expect(page).toHaveURL(`/operator/mailboxes/${mailbox?.id}`)
  await expect(
    page.getByText(/^It is not sending yet|^It should be sending|^Nothing is seen to be wrong/),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await expectTold(page, /is being connected again\.$/)

  await letConfirmationPass(deps, owner)
  await page.getByRole('button', { name: 'Show the password' }).click()
  await codeField(page).fill(await freshCode(deps, owner))
  await codeField(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Hide the password' })).toBeVisible()
  const noted = await deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, mailbox?.id ?? ''))
  expect(noted.map(({ action }) => action)).toContain('mailbox.password_shown')
})
