import { registrableOf } from '#features/names/rules/public-suffix.ts'
import { type Meaning, VendorError, waitsForCustomer, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { Dns, DnsRecord } from '#vendors/ports/names.ts'
import { hostOf, isPointedHere } from '../../domains/points-here.ts'
import type { Step, StepContext } from '../step-context.ts'
import { neededRecords, recordsDigest } from '../wanted-records.ts'
import { doubtZone, whyNotDelegated } from './not-delegated.ts'
import { differByReports, reportsTo } from './reports-to.ts'

/** The parent zone points at us. For a bought name we set that ourselves; for an own one the customer does. */
export const delegation: Step = async (context) => {
  const { name, holding, save, at } = context
  const { nameServers, acceptedNameServers } = context.config
  const seen = await seenNameServers(context)
  if (seen.ok && holding.source === 'own') await refuseSigned(context)
  if (seen.ok) return { facts: { delegation: { at: at(), seen: seen.hosts, ok: true } } }
  if (holding.source === 'bought') {
    const areOurs = (hosts: readonly string[]) => isPointedHere(hosts, acceptedNameServers)
    throw waitForDns('delegation', ...(await whyNotDelegated(context, seen.hosts, areOurs)))
  }
  await save({ delegation: { at: at(), seen: seen.hosts, ok: false } })
  const current = seen.hosts.length > 0 ? `They are ${seen.hosts.join(', ')} now.` : 'We see none now.'
  throw waitForDns(
    'delegation',
    waitsForCustomer,
    `${howToDelegate(name, nameServers.join(', '))} ${current}`,
  )
}

/** A part of a name has no registrar where that could be set: whoever has the whole one does it in their DNS. */
function howToDelegate(name: string, hosts: string): string {
  const whole = registrableOf(name)
  return whole === name
    ? `Please point the name servers of ${name} to ${hosts}.`
    : `Please add NS records for ${name} in the DNS of ${whole}, with these name servers: ${hosts}.`
}

async function seenNameServers(context: StepContext): Promise<{ hosts: string[]; ok: boolean }> {
  const { name, vendors, config, call } = context
  const answer = await vendors.dns.nameServers(name, call)
  if (answer.state === 'unknown') {
    if (context.holding.source === 'own') await refuseSigned(context)
    await doubtZone(context)
    throw waitForDns('delegation', waitsForVendor, `the name servers could not be asked (${answer.reason})`)
  }
  const hosts = answer.state === 'found' ? answer.values.map(hostOf).sort() : []
  return { hosts, ok: isPointedHere(hosts, config.acceptedNameServers) }
}

/**
 * The customer's former zone was signed, and the registry still says so: whoever validates sees nothing of the new one,
 * no SPF and no DKIM. Only the customer can remove that. Where it could not be asked, nothing is held back.
 */
async function refuseSigned({ name, vendors, call, save, at }: StepContext): Promise<void> {
  const signers = await vendors.dns.delegationSigners(name, call)
  if (signers.state !== 'found') return
  await save({ delegation: { at: at(), seen: [], ok: false, isSigned: true } })
  const whole = registrableOf(name)
  const where = whole === name ? 'where it is registered' : `in the DNS of ${whole}`
  throw waitForDns(
    'delegation',
    waitsForCustomer,
    `Please turn off DNSSEC for ${name} ${where}: its old DS record makes mail servers reject the new DNS settings. It is: ${signers.values.join(', ')}`,
  )
}

const waitForDns = (operation: string, meaning: Meaning, reason: string) =>
  new VendorError({ vendor: 'dns', operation, ...meaning, reason })

/** Plain DNS shows what mail needs; what is seen here is what other mail servers see. */
export const dnsSeen: Step = async (context) => {
  const { desired, facts, save, at } = context
  // The operator has begun to take reports in, or ended it: the records are another wish now.
  if ((facts.reports?.to ?? null) !== reportsTo(context))
    return { facts: { records: undefined }, isUntold: true }
  const wanted = neededRecords(desired, facts)
  const unseen = await unseenRecords(context, wanted)
  if (unseen.length > 0) {
    // What the zone was last brought to may have been changed behind our back: look there before asking again.
    await save({ records: undefined })
    throw waitForDns('dns_seen', waitsForVendor, `not seen in DNS yet: ${unseen.join(', ')}`)
  }
  return {
    facts: { dns: { at: at(), digest: recordsDigest(wanted) } },
    isUntold: differByReports({ desired, facts }),
  }
}

/** Those of the records that plain DNS does not show: "TXT google._domainkey.example.com". */
export async function unseenRecords(
  { name, vendors, call }: Pick<StepContext, 'name' | 'call'> & { vendors: { dns: Dns } },
  wanted: readonly DnsRecord[],
): Promise<string[]> {
  const unseen: string[] = []
  for (const record of wanted) {
    if (record.type === 'URL') continue
    const host = record.name === '' ? name : `${record.name}.${name}`
    const values = await readRecord(vendors.dns, record.type, host, call)
    if (!values.includes(comparable(record.type, record.content))) unseen.push(`${record.type} ${host}`)
  }
  return unseen
}

const comparable = (type: string, content: string) => {
  const bare = content.replace(/^"|"$/g, '')
  return type === 'TXT' ? bare : hostOf(bare)
}

async function readRecord(
  dns: Dns,
  type: string,
  host: string,
  call: StepContext['call'],
): Promise<string[]> {
  const answer =
    type === 'TXT'
      ? await dns.txt(host, call)
      : type === 'MX'
        ? await dns.mx(host, call)
        : await dns.cname(host, call)
  if (answer.state === 'unknown')
    throw waitForDns('dns_seen', waitsForVendor, `${host} could not be asked (${answer.reason})`)
  if (answer.state === 'missing') return []
  return answer.values.map((value) => comparable(type, typeof value === 'string' ? value : value.exchange))
}
