import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domains, mailboxes } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { reconcileUntilDone as untilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import type { ListedMailbox } from '#features/people/api/mailboxes.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { sweepOverlaps } from './sweep-overlaps.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { agree } = manageOrders(world)
const { point, ownName } = ownNames(world)
const mailboxesPerDomain = 4

const reconcileUntilDone = (name: string) =>
  untilDone(world, name, { ends: ['done', 'nothing'], meanwhile: () => answerWorkItems(deps, sandbox) })

/** A domain that goes on beside the one that took its place, both delivered. */
async function overlapping() {
  const person = await world.customer()
  const old = freshName()
  const { bundleId } = await createPaidOrder(deps, {
    customerId: person.id,
    tool: 'instantly',
    names: { azure: [old] },
    mailboxesPerDomain,
  })
  await reconcileUntilDone(old)
  const fresh = await ownName()
  const asked = { originalDomain: old, newDomain: fresh, isUserAdded: true, overlap: true }
  expect((await person.post('/api/domains/replace', [asked])).status).toBe(200)
  await world.reconcile(fresh)
  await point(fresh, deps.config.nameServers)
  await reconcileUntilDone(fresh)
  return { person, bundleId, old, fresh }
}

async function swapOne(person: Awaited<ReturnType<typeof overlapping>>['person'], name: string) {
  const { body } = await person.get(`/api/mailboxes?domain=${name}`)
  const { mailboxes: present, people } = body as { mailboxes: ListedMailbox[]; people: { id: string }[] }
  const { address } = required(present[0], `a mailbox of ${name}`)
  return () => person.post('/api/mailboxes/swap', { address, personId: required(people[0], 'a person').id })
}

/** Four windows whose presses arrive together; each case has another one first. */
test.each([0, 1, 2, 3])(
  'whatever is pressed at once during an overlap, one domain serves the place with its mailboxes (%i)',
  async (first) => {
    const { person, bundleId, old, fresh } = await overlapping()
    const presses = [
      () => person.post('/api/domains/take-back-replacement', { domain: fresh }),
      () => person.post('/api/domains/end-overlap', { domain: old }),
      await swapOne(person, fresh),
      () => person.post('/api/domains/take-back-replacement', { domain: fresh }),
    ]
    const inOrder = [...presses.slice(first), ...presses.slice(0, first)]
    const [answers] = await Promise.all([Promise.all(inOrder.map((press) => press())), sweepOverlaps(deps)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([])

    await reconcileUntilDone(old)
    await reconcileUntilDone(fresh)
    const running = await db
      .select({
        id: domains.id,
        name: domains.name,
        replacedAt: domains.replacedAt,
        share: domains.fallShare,
      })
      .from(domains)
      .where(and(eq(domains.bundleId, bundleId), isRunning))
    // The old one is kept or taken down: what the answers said is what stands.
    const [takenBack, ended] = [0, 1].map((which) => answers[(which - first + 4) % 4]?.status === 200)
    const isKept = takenBack || answers[(3 - first + 4) % 4]?.status === 200
    expect(isKept !== ended).toBe(true)
    expect(running).toEqual([
      { id: expect.any(String), name: isKept ? old : fresh, replacedAt: null, share: null },
    ])
    const wanted = await db
      .select({ address: mailboxes.localPart })
      .from(mailboxes)
      .where(and(eq(mailboxes.domainId, required(running[0], 'a domain').id), eq(mailboxes.want, 'active')))
    expect(wanted).toHaveLength(mailboxesPerDomain)
    for (const name of [old, fresh]) await agree(name)
  },
)
