import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { workItems } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { answerInConsoles, answerWorkItems } from './testing/operator-robot.ts'

/** Happens at the next request to the sending tool, before it is answered. */
let meanwhile: (() => Promise<unknown>) | undefined
/** The tool's links ask for consent that was given already. */
let asksForConsent = false
const world = await createTestWorld({
  fetch: (sandbox) => async (url, init) => {
    const now = url.includes('/instantly/') ? meanwhile : undefined
    if (now) meanwhile = undefined
    await now?.()
    const answer = await sandbox.fetch(url, init)
    if (!asksForConsent || !url.includes('/instantly/')) return answer
    const text = await answer.text()
    return new Response(text.replaceAll('response_type=code', 'response_type=code&prompt=consent'), answer)
  },
})
const { deps, sandbox, reconcile, customer } = world

test('a consent that is closed while another name of the connection is on its way is not asked for again', async () => {
  const { id } = await customer()
  const [first, second] = [freshName(), freshName()]
  await createPaidOrder(deps, {
    customerId: id,
    plan: 'google',
    names: { azure: [], google: [first, second] },
  })
  const consents = () => deps.db.select().from(workItems).where(eq(workItems.kind, 'tool_consent'))
  const workOn = async (name: string) => {
    const ended = await reconcile(name)
    await answerWorkItems(deps, sandbox)
    return ended
  }
  // Google gives the key of a name's signatures to people only.
  while ((await consents()).length === 0) await workOn(first)
  await workOn(first)

  let firstEnded: string | undefined
  meanwhile = async () => {
    firstEnded = await reconcile(first)
  }
  while (firstEnded === undefined) await workOn(second)
  expect(firstEnded).toBe('done')
  expect(await reconcile(second)).toBe('done')
  expect(await consents()).toMatchObject([{ closedAt: expect.any(Date) }])
})

test('who says that a tool is trusted is told what looking has found, not only that it is noted', async () => {
  const { id } = await customer()
  const name = freshName()
  await createPaidOrder(deps, { customerId: id, plan: 'google', names: { azure: [], google: [name] } })
  const openConsent = async () =>
    (await deps.db.select().from(workItems).where(eq(workItems.customerId, id))).find(
      ({ kind, closedAt }) => kind === 'tool_consent' && closedAt === null,
    )
  for (let round = 0; round < 20 && !(await openConsent()); round++) {
    if (round > 0) await answerInConsoles(deps, sandbox)
    await reconcile(name)
  }
  const consent = (await openConsent())?.id ?? ''
  // As a worker would, beside the command.
  const [answered] = await Promise.all([
    runCommand(commands, ['work-items', 'answer', '--id', consent, '--done'], async () => deps),
    (async () => {
      const isAnswered = async () => (await openConsent())?.answeredAt !== null
      while (!(await isAnswered())) await new Promise((resolve) => setImmediate(resolve))
      await reconcile(name)
    })(),
  ])
  expect(answered.out).toBe(
    `Noted, and looked at. Not everything is there yet:\n  ${name}: the work item “Start DKIM at Google” is open`,
  )
})

test('a link that asks each mailbox for consent is told before any mailbox is tried', async () => {
  asksForConsent = true
  try {
    const { id } = await customer()
    const name = freshName()
    await createPaidOrder(deps, {
      customerId: id,
      names: { azure: [name], google: [] },
      mailboxesPerDomain: 2,
    })
    const consent = async () =>
      (await deps.db.select().from(workItems).where(eq(workItems.customerId, id))).find(
        ({ kind }) => kind === 'tool_consent',
      )
    for (let round = 0; round < 20 && !(await consent()); round++) await reconcile(name)
    expect((await consent())?.instructions).toContain('asks every mailbox for consent (prompt=consent)')
  } finally {
    asksForConsent = false
  }
})
