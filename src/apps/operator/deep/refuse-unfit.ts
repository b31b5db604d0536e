import { and, asc, eq } from 'drizzle-orm'
import type { AccountVendor } from '#base/db/schema/index.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import { conflict, invalid } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { heldAmong } from '#delivery/domains/held.ts'
import { nestedProblems } from '#delivery/domains/nested-names.ts'
import { readPause } from '#delivery/provisioning/retire-gate.ts'
import { otherThanOpened, trialTexts } from '#features/tools/rules/tool-trial.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { probeVendors } from '#vendors/ports/proof-mail.ts'
import type { DeepOrder } from './deep-order.ts'

type Deps = Pick<Dependencies, 'db' | 'vendors' | 'config'>

/** A tenant or Google account in which the mailbox may be made. */
export interface DeepAccount {
  id: string
  label: string
}

const recordsShown = 5

/**
 * Refuses what could harm anything, or could not end well: a domain that is used, or that is not the operator's. Only
 * looks are made.
 * @returns the accounts in which it may be made, in the order in which the product takes them
 */
export async function refuseUnfit(deps: Deps, order: DeepOrder): Promise<DeepAccount[]> {
  try {
    await refuseHeld(deps, order)
    await refuseWithoutProof(deps)
    await refuseForeign(deps, order.name)
    const accounts = await accountsFor(deps, order)
    for (const account of accounts) await refuseAccount(deps, order.name, account)
    const trial = await deps.vendors.tryTool(order.tool, order.values)
    if (!trial.ok) throw invalid(`The sending tool does not open: ${trial.reason}.`)
    const said = trial.workspace && otherThanOpened(order.values, trial.workspace)
    if (trial.workspace && said !== undefined) throw invalid(trialTexts.elsewhere(trial.workspace.name, said))
    return accounts
  } catch (error) {
    if (!isVendorError(error)) throw error
    throw conflict(`It cannot be told whether ${order.name} may be used: ${error.message}.`)
  }
}

async function refuseHeld({ db }: Deps, { name }: DeepOrder): Promise<void> {
  if ((await heldAmong(db, [name])).size > 0)
    throw conflict(`${name} belongs to an order here. Name a domain that nothing uses.`)
  const nested = (await nestedProblems(db, [name])).get(name)
  if (nested) throw conflict(`${name}: ${nested} Name a domain that nothing uses.`)
}

async function refuseWithoutProof({ db, vendors }: Deps): Promise<void> {
  const probes = await vendors.probeMailboxes()
  if (!probeVendors.every((vendor) => probes.some((probe) => probe.vendor === vendor)))
    throw conflict(
      'Mail is proven by two mailboxes of yours that receive it, and there are not both. Add them with: npm run operator -- probe add',
    )
  const pause = await readPause(db)
  if (pause)
    throw conflict(
      `Tear-downs are paused (${pause.reason}), so nothing that is made could be removed. Let them go on with: npm run operator -- resume`,
    )
}

/** Only a domain that stands in the operator's DNS account, leads there, and has nothing in it. */
async function refuseForeign({ vendors, config }: Deps, name: string): Promise<void> {
  const seen = await vendors.dns.nameServers(name)
  if (seen.state === 'unknown')
    throw conflict(`The name servers of ${name} could not be asked: ${seen.reason}.`)
  if (!(await vendors.zones.hasZone(name)))
    throw conflict(
      seen.state === 'missing'
        ? `${name} does not exist, and your DNSimple account does not hold it. Register it there first.`
        : `Your DNSimple account does not hold ${name}. Name a domain that it holds.`,
    )
  const servers =
    seen.state === 'found' ? seen.values.map((host) => host.toLowerCase().replace(/\.$/, '')) : []
  const foreign = servers.filter((host) => !config.acceptedNameServers.includes(host))
  if (servers.length === 0 || foreign.length > 0)
    throw conflict(
      `The name servers of ${name} are ${servers.join(', ') || 'not to be seen'}. Set them to ${config.nameServers.join(', ')} first.`,
    )
  const records = (await vendors.zones.records(name)).filter(({ system }) => !system)
  if (records.length > 0)
    throw conflict(
      `${name} has records of its own (${records
        .slice(0, recordsShown)
        .map((record) => `${record.type} ${record.name || '@'}`)
        .join(', ')}), so something may use it. Remove them, or name a domain that nothing uses.`,
    )
}

/**
 * The open accounts in which it may be made, in the order in which the product takes them. Refused where there is none.
 */
export async function accountsFor({ db }: Deps, { platform, account }: DeepOrder): Promise<DeepAccount[]> {
  const vendor: AccountVendor = platform === 'azure' ? 'microsoft' : 'google'
  const open = await db
    .select({ id: providerAccounts.id, label: providerAccounts.label })
    .from(providerAccounts)
    .where(and(eq(providerAccounts.vendor, vendor), eq(providerAccounts.state, 'open')))
    .orderBy(asc(providerAccounts.createdAt), asc(providerAccounts.id))
  const word = vendor === 'microsoft' ? 'tenant' : 'google-account'
  if (open.length === 0)
    throw conflict(
      `There is no open account for mailboxes there. Add one with: npm run operator -- ${word} add`,
    )
  if (account === undefined) return open
  const chosen = open.filter(({ label }) => label === account)
  if (chosen.length === 0)
    throw invalid(
      `No open one is labelled ${account}. They are: ${open.map(({ label }) => label).join(', ')}.`,
    )
  return chosen
}

/**
 * One that lacks a permission would leave things half made, and half removed. What stands there already is not ours, and
 * would be removed with what is.
 */
async function refuseAccount({ vendors }: Deps, name: string, { id, label }: DeepAccount): Promise<void> {
  const host = await vendors.mailboxHost(id)
  for (const probe of [await host.probe(), await host.probeSending()])
    if (!probe.ok)
      throw conflict(
        `${label} does not permit all that is needed: ${probe.reason}. Mend that first; see: npm run operator -- doctor`,
      )
  if ((await host.domainState(name)).added)
    throw conflict(`${name} stands in ${label} already. Remove it there, or name a domain that nothing uses.`)
}
