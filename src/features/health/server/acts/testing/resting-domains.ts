import { desc, eq, sql } from 'drizzle-orm'
import { customers, domainEvents, domainHealth, healthActs, mailboxes } from '#base/db/schema/index.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import type { ConnectedTool } from '#features/tools/rules/sending-tools.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import type { TestWorld } from '#tests/server/test-world.ts'
import type { BisonSender } from '#vendors/bison/simulator/state.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import type { SmartleadAccount } from '#vendors/smartlead/simulator/state.ts'
import { returnOwnDomain } from '../../../api/health.ts'
import type { HealthState } from '../../../rules/health-states.ts'
import { actOnDecisions } from '../act-on-decisions.ts'

/** Delivered domains, what is decided about them, and the daily limits that the sandbox's tools have of them. */
export function restingDomains(world: TestWorld) {
  const { deps, sandbox } = world
  const { db } = deps
  type Person = Awaited<ReturnType<typeof world.customer>>

  const collections = {
    instantly: sandbox.store.collection<InstantlyAccount>('instantly.accounts'),
    smartlead: sandbox.store.collection<SmartleadAccount>('smartlead.accounts'),
    bison: sandbox.store.collection<BisonSender>('bison.senders'),
  }

  /** A customer with one delivered domain. */
  async function served(tool: ConnectedTool, known?: Person, mailboxesPerDomain = 4) {
    const person = known ?? (await world.customer())
    const name = freshName()
    const order = await createPaidOrder(deps, {
      customerId: person.id,
      tool,
      names: { azure: [name] },
      mailboxesPerDomain,
    })
    const addresses = async () =>
      (await db.select().from(mailboxes).where(eq(mailboxes.name, name))).map(
        (row) => `${row.localPart}@${name}`,
      )
    await reconcileUntilDone(world, name, {
      async meanwhile() {
        if (tool === 'bison')
          await control('/_bison/upload', { key: `key-of-${person.id}`, mailboxes: await addresses() })
        await answerWorkItems(deps, sandbox)
      },
    })
    const id = order.domains[0]?.id ?? ''
    return { person, name, id, path: (of: string) => of.replace(':domainId', id) }
  }

  type Served = Awaited<ReturnType<typeof served>>

  const control = (path: string, body: object) =>
    sandbox.fetch(`${sandbox.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  /** As if it had been decided by looks. */
  const decided = ({ id }: Served, state: HealthState, share = 0) =>
    db
      .update(domainHealth)
      .set({ state, share, score: 40, cause: null, since: sql`now()` })
      .where(eq(domainHealth.domainId, id))
  const modeOf = ({ person }: Served, healthMode: 'observe' | 'suggest' | 'enforce') =>
    db.update(customers).set({ healthMode }).where(eq(customers.id, person.id))

  const entries = (kind: ConnectedTool, name: string) =>
    (collections[kind] as typeof collections.instantly)
      .entries()
      .filter(({ value }) => JSON.stringify(value).includes(`@${name}"`))
  /** The daily limits that the tool itself has, lowest first. */
  const limitsOf = (kind: ConnectedTool, { name }: Served): number[] =>
    entries(kind, name)
      .map(({ value }) => {
        const { dailyLimit, messagePerDay } = value as { dailyLimit?: number; messagePerDay?: number }
        return dailyLimit ?? messagePerDay ?? -1
      })
      .sort((a, b) => a - b)
  /** What their owner sets in the tool's own pages. */
  function setLimits(kind: ConnectedTool, { name }: Served, limit: number): void {
    for (const { id, value } of entries(kind, name)) {
      const { userId, workspaceId } = value as { userId?: number; workspaceId?: string }
      const changed = kind === 'smartlead' ? { messagePerDay: limit } : { dailyLimit: limit }
      collections[kind].put(id, { ...value, ...changed } as never, String(userId ?? workspaceId))
    }
  }
  const actOf = async ({ id }: Served) =>
    (
      await db
        .select()
        .from(healthActs)
        .where(eq(healthActs.domainId, id))
        .orderBy(desc(healthActs.suggestedAt))
    )[0]
  const eventsOf = async ({ id }: Served) =>
    (await db.select().from(domainEvents).where(eq(domainEvents.domainId, id)).orderBy(domainEvents.id)).map(
      ({ sentence }) => sentence,
    )
  const healthOf = async ({ person, id }: Served) => (await person.get(`/api/domain-health/${id}`)).body

  /** As the customer's own of one mailbox, in the tool's own pages. */
  function setLimitOf(address: string, limit: number | null): void {
    const account = collections.instantly.get(address)
    if (account) collections.instantly.put(address, { ...account, dailyLimit: limit }, account.workspaceId)
  }
  const limitOf = (address: string) => collections.instantly.get(address)?.dailyLimit
  /** Takes a mailbox out of the tool; what is returned puts it back as it was. */
  function takenOut(address: string): () => void {
    const account = collections.instantly.get(address)
    if (!account) throw new Error(`${address} is not there`)
    collections.instantly.delete(address)
    return () => collections.instantly.put(address, account, account.workspaceId)
  }
  const addressesOf = ({ name }: Served): string[] => entries('instantly', name).map(({ id }) => id)
  /** At rest by itself, with a limit of so many mails before. */
  async function atRest(limit: number): Promise<Served> {
    const domain = await served('instantly')
    await modeOf(domain, 'enforce')
    setLimits('instantly', domain, limit)
    await decided(domain, 'rest')
    await actOnDecisions(deps)
    await reconcileUntilDone(world, domain.name)
    return domain
  }
  const returned = ({ person, path }: Served) => person.post(path(returnOwnDomain.path), {})

  /** Its order goes on as a file that its customer imports. */
  const inFile = ({ id }: Served) =>
    db.execute(sql`
      update tool_connections set kind = 'other' where id = (
        select b.connection_id from bundles b join domains d on d.bundle_id = b.id where d.id = ${id})`)

  return {
    served,
    control,
    decided,
    modeOf,
    entries,
    limitsOf,
    setLimits,
    actOf,
    eventsOf,
    healthOf,
    setLimitOf,
    limitOf,
    takenOut,
    addressesOf,
    atRest,
    returned,
    inFile,
  }
}
