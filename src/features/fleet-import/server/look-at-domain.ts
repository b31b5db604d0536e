import type { Dependencies } from '#delivery/dependencies.ts'
import { unseenRecords } from '#delivery/provisioning/steps/public-dns.ts'
import { neededRecords } from '#delivery/provisioning/wanted-records.ts'
import { isFileTool, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { isVendorError, VendorError, vendorNames } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { DnsRecord, HostedRecord } from '#vendors/ports/names.ts'
import type { ImportFinding } from '../rules/import-verdict.ts'
import type { ImportContext } from './import-context.ts'
import type { Row, SeenAccount, SeenDomain, SeenSubscription } from './seen.ts'
import { redirectAt, takenOverFacts } from './taken-over-facts.ts'

/** What one look shares: a subscription pays for several domains, and is read once. */
export interface Look {
  vendors: Dependencies['vendors']
  context: ImportContext
  subscriptions: Map<string, Promise<SeenSubscription | null>>
  call: CallContext
}

export interface Looked {
  seen: SeenDomain
  /** Who could not be asked, and why. */
  unknown: ImportFinding[]
}

/**
 * Asks everybody about a domain of the file; nothing is changed anywhere. Throws where a vendor's limit is used up: it is
 * asked again later, and nothing is said of the domain until then.
 */
export async function lookAtDomain(look: Look, row: Row): Promise<Looked> {
  const { vendors, context, call } = look
  const name = row.domain
  const unknown: ImportFinding[] = []
  const ask = async <T>(question: Promise<T>): Promise<T | undefined> => {
    try {
      return await question
    } catch (error) {
      if (!(error instanceof VendorError) || error.isOverLimit) throw error
      const sentence = `${vendorNames[error.vendor]} could not be asked: ${error.reason}.`
      if (!unknown.some((finding) => finding.sentence === sentence))
        unknown.push({ kind: 'unknown', sentence })
      return undefined
    }
  }
  const accounts = accountsOf(row, context)
  const [account] = accounts
  const [host, registration, zone, nameServers, subscription, tool] = await Promise.all([
    account && ask(lookAtHost(look, account, name)),
    ask(lookAtRegistration(look, name)),
    ask(lookAtZone(look, name)),
    ask(lookAtNameServers(look, name)),
    row.subscription === null ? undefined : ask(lookAtSubscription(look, row.subscription)),
    ask(lookAtTool(look, row)),
  ])
  const seen: SeenDomain = { accounts, host, registration, zone, nameServers, subscription, tool }
  if (account && host && zone) {
    const facts = takenOverFacts(name, account, seen, new Date().toISOString())
    const [forwardingUrl = ''] = redirectAt(zone, '')
    const wanted = neededRecords({ holding: { want: 'run', forwardingUrl } }, facts)
    seen.unseen = await ask(unseenRecords({ name, vendors, call }, wanted))
  }
  return { seen, unknown }
}

const accountsOf = ({ hosted }: Row, { accounts }: ImportContext): SeenAccount[] =>
  Object.entries(hosted).flatMap(([id, mailboxes]) => {
    const account = accounts.get(id)
    return account ? [{ id, ...account, mailboxes }] : []
  })

async function lookAtHost({ vendors, call }: Look, account: SeenAccount, name: string) {
  const host = await vendors.mailboxHost(account.id)
  const { verified } = await host.domainState(name, call)
  if (!verified)
    return {
      isVerified: false,
      mailRecords: [],
      dkim: { state: 'off' as const, records: [] },
      saysDkim: false,
    }
  const [mailRecords, dkim] = await Promise.all([host.mailRecords(name, call), host.dkim(name, call)])
  return { isVerified: true, mailRecords, dkim, saysDkim: host.dkimBy === 'api' }
}

async function lookAtRegistration({ vendors, call }: Look, name: string) {
  const found = await vendors.registrar.findRegistration(name, undefined, call)
  if (!found) return null
  const { state, autoRenew, expiresAt } = found
  return { state, autoRenew, expiresAt: expiresAt?.toISOString() ?? null }
}

const types: readonly string[] = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'TXT',
  'NS',
  'URL',
] satisfies DnsRecord['type'][]
const isPlain = (record: HostedRecord): record is HostedRecord & DnsRecord => types.includes(record.type)

async function lookAtZone({ vendors, call }: Look, name: string): Promise<DnsRecord[] | null> {
  try {
    const records = await vendors.zones.records(name, call)
    return records
      .filter((record) => !record.system)
      .filter(isPlain)
      .map(({ id, system, ...record }) => record)
  } catch (error) {
    if (isVendorError(error, 'not_found')) return null
    throw error
  }
}

async function lookAtNameServers({ vendors, call }: Look, name: string): Promise<string[]> {
  const answer = await vendors.dns.nameServers(name, call)
  if (answer.state === 'unknown')
    throw new VendorError({
      vendor: 'dns',
      operation: 'nameServers',
      kind: 'transient',
      reason: answer.reason,
    })
  return answer.state === 'found'
    ? answer.values.map((host) => host.toLowerCase().replace(/\.$/, '')).sort()
    : []
}

function lookAtSubscription(look: Look, id: string): Promise<SeenSubscription | null> {
  const known = look.subscriptions.get(id)
  if (known) return known
  const reading = readSubscription(look, id)
  look.subscriptions.set(id, reading)
  return reading
}

async function readSubscription({ vendors, call }: Look, id: string): Promise<SeenSubscription | null> {
  try {
    const found = await vendors.payments.readForeignSubscription(id, call)
    const { customerExternalId, status, isPaused, quantities, unitCents, otherProducts } = found
    return {
      customerExternalId,
      status,
      isPaused,
      quantities,
      unitCents,
      otherProducts,
      email: found.email ?? null,
      periodEnd: found.periodEnd?.toISOString() ?? null,
    }
  } catch (error) {
    if (isVendorError(error, 'not_found')) return null
    throw error
  }
}

/** What the customer's own tool has of the domain; nobody is asked where their credentials are not held. */
async function lookAtTool({ vendors, context, call }: Look, { email, tool, domain }: Row) {
  if (isFileTool(tool)) return undefined
  const connections = context.customers.get(email)?.connections[tool] ?? []
  const [newest] = connections
  if (!newest)
    throw new VendorError({
      vendor: tool,
      operation: 'mailboxes',
      kind: 'rejected',
      reason: `the customer’s credentials for ${sendingToolNames[tool]} are not held here. Leave the column tool empty, and the customer enters them once their order is here`,
    })
  for (const connectionId of connections) {
    const listed = await (await vendors.sendingTool(connectionId)).mailboxes([domain], call)
    if (listed.length === 0) continue
    const mailboxes = listed.map(({ address, externalId, connection }) => ({
      address: address.toLowerCase(),
      externalId,
      isConnected: connection.state === 'connected',
    }))
    return { connectionId, mailboxes }
  }
  return { connectionId: newest, mailboxes: [] }
}
