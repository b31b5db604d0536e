import { count, desc, eq } from 'drizzle-orm'
import { domainHealth, placementProbes } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { placeSmallOrder } from '#tests/e2e/managing/small-order.ts'
import { atVendors } from '#tests/e2e/managing/vendors.ts'
import { expectNoOverflow } from '#tests/e2e/managing/workspace.ts'
import { freshLabel } from '#tests/e2e/ordering/order-wizard.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { probeVendors } from '#vendors/ports/proof-mail.ts'
import { probeDue } from '../server/placement/probe-round.ts'

const minute = 60_000
const day = 24 * 60 * minute
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

test('where the probes of a delivered domain arrived is seen on its page by host and day, with what its tool has counted', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(360_000)
  const { db } = deps
  const vendors = atVendors(deps)
  await signIn()
  const name = `${freshLabel()}.com`
  const order = await placeSmallOrder(page, deps, customer, [name])
  const { id } = required(order.domains[0], 'its domain')
  const isIts = eq(domainHealth.domainId, id)
  const sent = async () => {
    const [row] = await db
      .select({ of: count() })
      .from(placementProbes)
      .where(eq(placementProbes.domainId, id))
    return row?.of
  }

  const lastProbes = () =>
    db
      .select()
      .from(placementProbes)
      .where(eq(placementProbes.domainId, id))
      .orderBy(desc(placementProbes.id))
      .limit(probeVendors.length)
  /** The product's own round may be the one that looks. */
  const outcomes = async () => (await lastProbes()).map(({ outcome }) => outcome).toSorted()
  /** The product's own round may be the one that sends them, and not be done. */
  const areOnTheirWay = async () => (await lastProbes()).every(({ isAccepted }) => isAccepted)

  // Six days of junk at Microsoft, and one under a tab at Google; as they would have gone by until three hours ago.
  const days = Array.from({ length: 7 }, (_, n) => Date.now() - 180 * minute - (6 - n) * day)
  for (const [n, at] of days.entries()) {
    const placement = n < 6 ? { placement: 'junk', at: 'microsoft' } : { placement: 'tab', at: 'google' }
    await vendors.post('/_hosted-mail/rule', { domain: name, ...placement })
    const round = (after: number) => probeDue(deps, { clock: () => at + after })
    // The product's own round puts off what is late, as after a standstill.
    await expect(async () => {
      await db
        .update(domainHealth)
        .set({ probeAt: new Date(at) })
        .where(isIts)
      await round(0)
      expect(await sent()).toBe((n + 1) * probeVendors.length)
    }).toPass({ timeout: 30_000 })
    await expect.poll(areOnTheirWay).toBe(true)
    for (const after of [2, 61]) await round(after * minute)
    await expect.poll(outcomes).toEqual(n < 6 ? ['inbox', 'junk'] : ['inbox', 'tab'])
  }
  await vendors.post('/_instantly/counts', {
    domain: name,
    ...{ sent: 20, bounced: 1, warmupSent: 5, landed: 5 },
  })
  const evidence = async () => {
    const [row] = await db.select().from(domainHealth).where(isIts)
    return row?.signals.find(({ code }) => code === 'placement')?.evidence
  }
  // A look that was under way before ends with what it saw then, and with a later time for the next.
  await expect(async () => {
    await db
      .update(domainHealth)
      .set({ dueAt: new Date(0), notes: {} })
      .where(isIts)
    expect(await evidence()).toContain('6 of 7 in junk at Microsoft, 0 of 7 in junk at Google')
  }).toPass({ timeout: 150_000, intervals: [3_000] })

  await page.goto(`/health/${id}`)
  const seen = page.getByRole('table', { name: 'What is seen' })
  await expect(
    seen.getByRole('row', {
      name: /Where probes arrive Bad .*6 of 7 in junk at Microsoft, 0 of 7 in junk at Google/,
    }),
  ).toBeVisible()
  const charts = page.getByRole('region', { name: '90 days' })
  await expect(
    charts.getByRole('img', { name: 'Our probes at Microsoft on 7 of 30 days: 1 inbox, 6 junk' }),
  ).toBeVisible()
  await expect(
    charts.getByRole('img', { name: 'Our probes at Google on 7 of 30 days: 6 inbox, 1 under a tab' }),
  ).toBeVisible()
  await expect(
    charts.getByRole('img', { name: /^Cold emails sent in 7 days on .+: at most 420, 420 at last$/ }),
  ).toBeVisible()
  await expect(
    charts.getByRole('img', { name: /^Of these came back on .+: at most 21, 21 at last$/ }),
  ).toBeVisible()
  await expectAccessible(page)

  // The same as rows, which the keyboard opens.
  const table = page.getByRole('table', { name: 'The last 30 days' })
  await expect(table).toBeHidden()
  await charts.getByText('The last 30 days as a table').focus()
  await page.keyboard.press('Enter')
  const [first, last] = [required(days[0], 'first'), required(days[6], 'last')]
  await expect(table.getByRole('row', { name: dayOf(first) })).toContainText(/1 junk.*1 inbox/)
  await expect(table.getByRole('row', { name: dayOf(last) })).toContainText(/1 inbox.*1 under a tab/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page)
})
