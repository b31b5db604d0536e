import { and, eq } from 'drizzle-orm'
import { mailboxes, mailboxLinks, signInPictures } from '#base/db/schema/index.ts'
import { connectingMessages } from '#features/tools/rules/connecting-texts.ts'
import { makeConnectLink } from '#features/tools/server/connecting/connect-links.ts'
import { codeField, freshCode, joinedStaff, letConfirmationPass } from '#tests/e2e/console/staff.ts'
import { freshLabel } from '#tests/e2e/ordering/order-wizard.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'

test.describe.configure({ timeout: 240_000 })

test('staff see what waits and why, and connect from the console once they have shown a code', async ({
  page,
  deps,
  customer,
}) => {
  const staff = await joinedStaff(deps, page, 'technician')
  const { connectionId } = await createPaidOrder(deps, {
    customerId: customer.id,
    plan: 'azure',
    tool: 'instantly',
    names: { azure: [`${freshLabel()}.com`] },
    mailboxesPerDomain: 2,
  })
  // The demo's own staff leave it alone.
  await makeConnectLink(deps, { connectionId, accountId: null })
  const link = and(eq(mailboxLinks.connectionId, connectionId), eq(mailboxLinks.connection, 'person'))
  await expect.poll(() => deps.db.$count(mailboxLinks, link), { timeout: 150_000 }).toBe(2)
  const [waiting] = await deps.db.select().from(mailboxLinks).where(link)
  const png = await page.screenshot()
  const mailboxId = waiting?.mailboxId ?? ''
  await deps.db.insert(signInPictures).values({ mailboxId, connectionId, png })
  const [mailbox] = await deps.db.select().from(mailboxes).where(eq(mailboxes.id, mailboxId))

  await page.goto('/operator/work')
  await page.getByRole('link', { name: 'Connect mailboxes' }).click()
  const row = page.getByRole('row').filter({ hasText: customer.email })
  await expect(row).toContainText('Instantly')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Picture/ }).click()
  await expect(page.getByRole('img', { name: `@${mailbox?.name}` })).toBeVisible()
  await page.keyboard.press('Escape')

  await letConfirmationPass(deps, staff)
  await row.getByRole('button', { name: /^Connect/ }).click()
  await codeField(page).fill(await freshCode(deps, staff))
  await codeField(page).press('Enter')
  const card = page.getByRole('region', { name: `@${mailbox?.name}` })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  // It is this tab's, also after a reload.
  await page.reload()
  await expect(card).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto('/operator/sign-in')
  await expect(page.getByLabel('Email')).toBeVisible()
  await joinedStaff(deps, page, 'technician')
  await page.goto('/operator/work/connect')
  // Whoever signs in next has to open it for themselves.
  await expect(page.getByText(connectingMessages.over)).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).first().click()
  // The other one: somebody is at the first for some minutes.
  await expect(row).toBeVisible()
})
