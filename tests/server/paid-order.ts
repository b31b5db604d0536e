import { newId } from '#base/db/ids.ts'
import { bundles, domains, orders, personas, toolConnections } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { allocateMailboxes, runningHoldings } from '#delivery/provisioning/allocate-mailboxes.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { groupIdOf } from '#features/orders/rules/order-groups.ts'
import { type PlanId, type Platform, plans, platformContents } from '#features/plans/rules/catalog.ts'
import { provisionedPerDomain } from '#features/plans/rules/inbox-split.ts'
import { firstPriceList } from '#features/plans/rules/price-list.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'

export interface PaidOrder {
  orderId: string
  bundleId: string
  connectionId: string
  domains: { id: string; name: string; platform: Platform }[]
}

export interface PaidOrderOptions {
  customerId: string
  plan?: PlanId
  tool?: SendingToolId
  source?: 'bought' | 'own'
  /** Names per platform; as many as the plan has when absent. */
  names?: Partial<Record<Platform, string[]>>
  people?: [first: string, last: string][]
  toolValues?: Record<string, string>
  /** Fewer than the catalogue's, where a test makes thousands. */
  mailboxesPerDomain?: number
  forwardingUrl?: string
  /** Credentials that are saved already; new ones when absent. */
  connectionId?: string
  isReserve?: boolean
}

let orderCount = 0
const word = (n: number) =>
  String.fromCharCode(...[...String(n).padStart(4, '0')].map((digit) => 97 + Number(digit)))

/** An order that is paid and queued, as the payment leaves it; the domains are not taken anywhere. */
export async function createPaidOrder(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'queue' | 'config'>,
  options: PaidOrderOptions,
): Promise<PaidOrder> {
  const {
    customerId,
    plan = 'azure',
    tool = 'instantly',
    source = 'bought',
    forwardingUrl = 'https://example.com/welcome',
  } = options
  const people = options.people ?? [
    ['Jane', 'Doe'],
    ['John', 'Roe'],
  ]
  const orderId = newId('order')
  const connectionId = options.connectionId ?? newId('connection')
  const bundleId = groupIdOf(orderId, 1)
  const names = (['azure', 'google'] as const).flatMap((platform) =>
    (
      options.names?.[platform] ??
      Array.from({ length: plans[plan].domains[platform] }, () => `yard${word(++orderCount)}.com`)
    ).map((name) => ({ id: newId('domain'), name, platform })),
  )
  const contents = options.mailboxesPerDomain
    ? {
        azure: { mailboxesPerDomain: options.mailboxesPerDomain, soldPerDomain: options.mailboxesPerDomain },
        google: platformContents.google,
      }
    : platformContents
  const links =
    tool === 'smartlead' && !options.toolValues ? await smartleadLinks(deps, `key-of-${customerId}`) : {}
  await deps.db.transaction(async (tx) => {
    const { url, ...secret } = options.toolValues ?? {
      apiKey: `key-of-${customerId}`,
      ...(tool === 'bison' && { url: 'https://bison.example.test' }),
      ...links,
    }
    if (!options.connectionId)
      await tx.insert(toolConnections).values({
        id: connectionId,
        customerId,
        kind: tool,
        details: url ? { url } : {},
        secrets:
          tool === 'other'
            ? null
            : deps.secrets.seal(JSON.stringify(secret), placeOf.connection(connectionId)),
      })
    await tx.insert(orders).values({
      id: orderId,
      customerId,
      plan,
      forwardingUrl,
      companyName: 'Acme',
      isReserve: options.isReserve,
      status: 'active',
      paidAt: new Date(),
    })
    await tx.insert(bundles).values({
      id: bundleId,
      orderId,
      customerId,
      orderIndex: 1,
      plan,
      connectionId,
      status: 'live',
      monthlyCents: firstPriceList.plans[plan].cents,
    })
    await tx.insert(domains).values(
      names.map(({ id, name, platform }, slot) => ({
        id,
        customerId,
        bundleId,
        name,
        slot,
        platform,
        source,
        want: 'run' as const,
        status: 'to do' as const,
        forwardingUrl,
      })),
    )
    const [azure, google] = (['azure', 'google'] as const).map((platform) =>
      plans[plan].domains[platform] > 0 ? provisionedPerDomain(platform, people.length, contents) : [],
    )
    await tx.insert(personas).values(
      people.map(([firstName, lastName], position) => ({
        id: newId('persona'),
        customerId,
        bundleId,
        position,
        firstName,
        lastName,
        azurePerDomain: azure?.[position] ?? 0,
        googlePerDomain: google?.[position] ?? 0,
      })),
    )
    await allocateMailboxes(tx, deps.secrets, await runningHoldings(tx, bundleId))
    await raiseWanted(
      tx,
      deps.queue,
      names.map(({ name }) => name),
    )
  })
  return { orderId, bundleId, connectionId, domains: names }
}

/** The links that a Smartlead user pastes; none where no sandbox is there to hand them out. */
async function smartleadLinks(
  { config }: Pick<Dependencies, 'config'>,
  apiKey: string,
): Promise<Record<string, string>> {
  if (!config.sandbox) return {}
  const linkFor = async (provider: 'microsoft' | 'google') => {
    const answer = await fetch(`${config.sandbox?.consoleUrl}/_smartlead/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey, provider }),
    })
    return ((await answer.json()) as { link: string }).link
  }
  return { oauthLink: await linkFor('microsoft'), googleOauthLink: await linkFor('google') }
}
