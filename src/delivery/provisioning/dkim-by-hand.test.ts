import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connectByStaff } from '#apps/demo/connect-by-staff.ts'
import { answerOpenWorkItems } from '#apps/demo/robot.ts'
import { createSandboxControl } from '#apps/demo/sandbox-control.ts'
import { domainEvents, domainNames, domains, mailboxes, outbox, workItems } from '#base/db/schema/index.ts'
import { answerWorkItem } from '#features/work/server/answer-work-item.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { testDkimKey } from '#tests/server/test-dkim-key.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { checkNow } from './check-now.ts'
import type { Facts } from './facts.ts'

const world = await createTestWorld({ env: { EXCHANGE_UNDOCUMENTED: 'off' } })
const { deps, sandbox, customer } = world
const { db } = deps
const portal = createSandboxControl(deps.config, (url, init) => sandbox.fetch(url, init))

const reconcileTo = async (name: string, done: () => Promise<boolean>) => {
  for (let round = 0; round < 12 && !(await done()); round++) {
    await world.reconcile(name)
    await connectByStaff(deps, `http://127.0.0.1:${sandbox.ports.signIn}`)
  }
  expect(await done()).toBe(true)
}
const openItem = async (name: string, kind: string) => {
  const [item] = await db
    .select()
    .from(workItems)
    .where(and(eq(workItems.subject, name), eq(workItems.kind, kind), isNull(workItems.closedAt)))
  return item
}
const statusOf = async (name: string) =>
  (await db.select().from(domains).where(eq(domains.name, name)))[0]?.status

test('without the undocumented call a person makes DKIM at Microsoft, and an Entra domain is done', async () => {
  const { id: customerId } = await customer()
  const order = await createPaidOrder(deps, { customerId, mailboxesPerDomain: 4 })
  const name = order.domains[0]?.name as string

  await reconcileTo(name, async () => (await openItem(name, 'dkim_cnames')) !== undefined)
  const keys = await openItem(name, 'dkim_cnames')
  expect(keys?.instructions).toContain(`choose ${name}, press Create DKIM keys`)
  const [told] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupeKey, `alert:work-item:${keys?.id}`))
  expect(told?.body).toContain(
    `work-items answer --id ${keys?.id} --selector1 selector1-… --selector2 selector2-…`,
  )
  const { records } = await portal.post<{ records: { value: string }[] }>('/_microsoft/dkim', {
    domain: name,
  })
  const [selector1 = '', selector2 = ''] = records.map(({ value }) => value)
  const incomplete: Record<string, string>[] = [
    {},
    { selector1 },
    { selector1: selector2, selector2: selector1 },
    { done: 'yes' },
  ]
  for (const wrong of incomplete)
    await expect(answerWorkItem(deps, keys?.id as string, wrong)).rejects.toThrow(
      'A work item of the kind dkim_cnames is answered with selector1=selector1-… and selector2=selector2-….',
    )
  await answerWorkItem(deps, keys?.id as string, { selector1: `${selector1}.`, selector2 })

  await reconcileTo(name, async () => (await openItem(name, 'dkim_enable')) !== undefined)
  const zone = await deps.vendors.zones.records(name)
  expect(
    zone.filter((record) => record.type === 'CNAME' && record.name.endsWith('._domainkey')),
  ).toMatchObject([
    { name: 'selector1._domainkey', content: selector1 },
    { name: 'selector2._domainkey', content: selector2 },
  ])
  await answerOpenWorkItems(deps, portal)
  await reconcileTo(name, async () => (await statusOf(name)) === 'done')
  expect((await portal.post<{ enabled: boolean }>('/_microsoft/dkim', { domain: name })).enabled).toBe(true)
  const made = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  expect(made.map(({ hostState }) => hostState)).toEqual(['active', 'active', 'active', 'active'])

  // Looking again asks nobody again for what was done.
  await checkNow(deps, customerId, order.domains[0]?.name as string)
  await reconcileTo(name, async () => {
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    const facts = row?.facts as Facts
    return Date.parse(facts.dkim?.at ?? '') > (row?.recheckBefore?.getTime() ?? Number.POSITIVE_INFINITY)
  })
  expect(await statusOf(name)).toBe('done')
  expect(await db.$count(workItems, eq(workItems.subject, name))).toBe(2)
})

test('a wrong Google key is corrected before DKIM is claimed and after, and replaces the one in the zone', async () => {
  const { id: customerId } = await customer()
  const order = await createPaidOrder(deps, { customerId, plan: 'google', names: { google: [freshName()] } })
  const name = order.domains[0]?.name as string
  const keyLike = testDkimKey
  const published = async () =>
    (await deps.vendors.zones.records(name))
      .filter((record) => record.name === 'google._domainkey')
      .map(({ content }) => content.replaceAll('"', ''))
  const claims = async () =>
    (await db.select().from(domainEvents).where(eq(domainEvents.name, name))).filter(
      ({ kind }) => kind === 'dkim_on',
    ).length

  await reconcileTo(name, async () => (await openItem(name, 'dkim_key')) !== undefined)
  const key = (await openItem(name, 'dkim_key'))?.id as string
  await answerWorkItem(deps, key, { txt: keyLike('A') })
  await reconcileTo(name, async () => (await openItem(name, 'dkim_start')) !== undefined)
  expect(await published()).toEqual([keyLike('A')])
  expect(await claims()).toBe(0)

  // Start was pressed for a key that was another domain's: it is given again, and has to be started again.
  const start = (await openItem(name, 'dkim_start'))?.id as string
  await answerWorkItem(deps, key, { txt: keyLike('B') })
  await answerWorkItem(deps, start, { done: 'yes' })
  await db
    .update(workItems)
    .set({ answeredAt: new Date(Date.now() - 60_000) })
    .where(eq(workItems.id, start))
  await reconcileTo(name, async () => {
    const item = await openItem(name, 'dkim_start')
    return item !== undefined && item.id !== start
  })
  expect(await published()).toEqual([keyLike('B')])
  expect(await claims()).toBe(0)

  await answerWorkItem(deps, (await openItem(name, 'dkim_start'))?.id as string, { done: 'yes' })
  await reconcileTo(name, async () => (await claims()) === 1)
  expect(await openItem(name, 'dkim_key')).toBeUndefined()

  // Nothing says that mail passes: what turns out to be wrong later is corrected as well.
  await answerWorkItem(deps, key, { txt: keyLike('C') })
  await reconcileTo(name, async () => (await openItem(name, 'dkim_start')) !== undefined)
  expect(await published()).toEqual([keyLike('C')])
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  expect(row?.facts).toMatchObject({ dkim: { state: 'created' } })
  await answerWorkItem(deps, (await openItem(name, 'dkim_start'))?.id as string, { done: 'yes' })
  await reconcileTo(name, async () => (await claims()) === 2)

  // Made again under another prefix, it is published there. The old one stays: mail under way was signed with it.
  await answerWorkItem(deps, key, { txt: keyLike('D'), selector: 'mail' })
  await reconcileTo(name, async () => (await openItem(name, 'dkim_start')) !== undefined)
  const zone = await deps.vendors.zones.records(name)
  const keyAt = (prefix: string) =>
    zone.find((record) => record.name === `${prefix}._domainkey`)?.content.replaceAll('"', '')
  expect(keyAt('mail')).toBe(keyLike('D'))
  expect(keyAt('google')).toBe(keyLike('C'))
})
