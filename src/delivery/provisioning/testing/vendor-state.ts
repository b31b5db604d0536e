import { eq } from 'drizzle-orm'
import { domainNames, domains, toolConnections } from '#base/db/schema/index.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { isPaused } from '#vendors/ports/sending-tools.ts'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Facts } from '../facts.ts'
import { readDesired } from '../read-desired.ts'
import { renewsItself } from '../step-rules.ts'
import { wantedRecords } from '../wanted-records.ts'

interface Deps extends Pick<Dependencies, 'db' | 'vendors'> {}

/**
 * What is wrong at the vendors, compared with what is wanted of a name: every sentence is a broken promise.
 * Empty when each effect was had exactly once.
 */
export async function vendorDifferences(
  { db, vendors }: Deps,
  sandbox: Pick<Sandbox, 'store'>,
  name: string,
): Promise<string[]> {
  const wrong: string[] = []
  const expect = (what: string, actual: unknown, wanted: unknown) => {
    const [a, w] = [JSON.stringify(actual), JSON.stringify(wanted)]
    if (a !== w) wrong.push(`${name}: ${what} is ${a}, not ${w}`)
  }
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  const desired = await readDesired(db, name)
  const { holding } = desired
  if (!row) return [`${name} is held by nobody`]
  const facts = row.facts as Facts
  const charges = sandbox.store.collection<{ name: string }>('dnsimple.charges').list({ parent: name })
  if (!holding && facts.unregistered && !facts.registration) {
    // Given up before it was ours, and free again: nothing of it may be left anywhere.
    expect('the number of registrations', charges.length, 0)
    expect('its registration', (await vendors.registrar.findRegistration(name)) ?? null, null)
    expect('its zone', await vendors.zones.hasZone(name), false)
    expect('the mailboxes made', desired.mailboxes.filter(({ externalId }) => externalId !== null).length, 0)
    return wrong
  }
  if (!holding) return [`${name} is held by nobody`]
  const isRunning = holding.want === 'run'
  const [domain] = await db.select().from(domains).where(eq(domains.id, holding.domainId))
  expect('the status', domain?.status, isRunning ? 'done' : 'cancelled')

  if (holding.source === 'own') expect('the number of registrations', charges.length, 0)
  else if (charges.length > 1) wrong.push(`${name} was registered ${charges.length} times`)
  else if (isRunning) expect('the number of registrations', charges.length, 1)

  if (holding.source === 'bought') {
    const registration = await vendors.registrar.findRegistration(name)
    if (registration) expect('its renewal', registration.autoRenew, renewsItself(holding, new Date()))
  }

  const present = (await vendors.zones.hasZone(name))
    ? (await vendors.zones.records(name)).filter(({ system }) => !system)
    : []
  const line = (r: { name: string; type: string; content: string }) =>
    `${r.type} ${r.name} ${r.content.replace(/^"|"$/g, '').replace(/\.$/, '')}`
  if (isRunning) expect('the zone', present.map(line).sort(), wantedRecords(desired, facts).map(line).sort())
  else expect('the redirects', present.filter(({ type }) => type === 'URL').length, 0)

  const active = desired.mailboxes
    .filter((mailbox) => mailbox.want === 'active')
    .map(({ address }) => address)
  const made = desired.mailboxes
    .filter((mailbox) => mailbox.externalId !== null)
    .map(({ address }) => address)
  if (facts.host) {
    const standing = await (await vendors.mailboxHost(facts.host.accountId)).mailboxes(name)
    expect('the mailboxes at the host', standing.map(({ address }) => address).sort(), made.sort())
    expect(
      'the enabled mailboxes',
      standing
        .filter(({ enabled }) => enabled)
        .map(({ address }) => address)
        .sort(),
      [...active].sort(),
    )
  }
  if (isRunning)
    expect(
      'the mailboxes made',
      active.every((address) => made.includes(address)),
      true,
    )

  if (!isFileTool(holding.connection.kind)) {
    const [connection] = await db
      .select()
      .from(toolConnections)
      .where(eq(toolConnections.id, holding.connection.id))
    const listed = await (await vendors.sendingTool(connection?.id ?? '')).mailboxes([name])
    const wantedThere = (inTool: 'sending' | 'paused') =>
      desired.mailboxes.filter((mailbox) => mailbox.inTool === inTool).map(({ address }) => address)
    const paused = listed.filter(isPaused).map(({ address }) => address)
    expect(
      'the mailboxes in the tool',
      listed
        .map(({ address }) => address)
        .filter((address) => !paused.includes(address))
        .sort(),
      wantedThere('sending').sort(),
    )
    expect(
      'the mailboxes paused in the tool',
      paused.filter((address) => !wantedThere('paused').includes(address)),
      [],
    )
    const limit = platformContents[holding.platform].dailyLimit
    expect(
      'daily limits and warm-up',
      listed
        .filter((each) => !isPaused(each) && (each.dailyLimit !== limit || !each.warmupOn))
        .map(({ address }) => address),
      [],
    )
  }
  return wrong
}
