import { createDnsimple } from '#vendors/dnsimple/adapter/dnsimple.ts'
import type {
  StoredCharge,
  StoredDomain,
  StoredRecord,
  StoredZone,
} from '#vendors/dnsimple/simulator/stored.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import type { ContractBench } from './contract.ts'

/** What the contract tests of registrar and zones share: one name, and what the sandbox's DNSimple holds of it. */
export const token = 'sandbox-token'
export const name = 'brightfoundry42.com'
export const terms = { ceilingCents: 25_00, autoRenew: true }

export const dnsimpleOf = (bench: ContractBench, changes: { token?: string; registrantId?: number } = {}) =>
  createDnsimple(
    { baseUrl: `${bench.origin}/dnsimple/v2`, token, registrantId: 1, ...changes },
    bench.dependencies,
  )

export const register = async (bench: ContractBench) => {
  await dnsimpleOf(bench).registrar.ensureRegistered(name, terms)
}
/** A renewal of a name that has expired, as asked for by who keeps no note of it. */
export const renew = (bench: ContractBench, of = name) =>
  dnsimpleOf(bench).registrar.renew(of, { ceilingCents: 45_00, noted: async () => {} }, bench.ctx)
/** The name's year ends; `days` later is now. */
export const expire = async (bench: ContractBench, days = 1, of = name) => {
  await dnsimpleOf(bench).registrar.setAutoRenew(of, false)
  await bench.sandbox.advance((365 + days) * 24 * 3_600_000)
}
export const host = async (bench: ContractBench) => {
  await dnsimpleOf(bench).zones.ensureZone(name)
}

export const chargesAt = ({ sandbox }: ContractBench) =>
  sandbox.store.collection<StoredCharge>('dnsimple.charges').list()
export const domainAt = ({ sandbox }: ContractBench, of = name) =>
  sandbox.store.collection<StoredDomain>('dnsimple.domains').get(of)
export const recordsAt = ({ sandbox }: ContractBench) =>
  sandbox.store.collection<StoredRecord>('dnsimple.records').list({ parent: name })
export const zonesAt = ({ sandbox }: ContractBench) =>
  sandbox.store.collection<StoredZone>('dnsimple.zones').list()

/** What the account's owner sets in DNSimple's own pages. */
export const changeAccount = (bench: ContractBench, change: object) =>
  bench.sandbox.fetch(`${bench.origin}/_dnsimple/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })

export const wantedRecords: DnsRecord[] = [
  { name: '', type: 'MX', content: 'brightfoundry42-com.mail.protection.outlook.com', priority: 0 },
  { name: '', type: 'TXT', content: 'v=spf1 include:spf.protection.outlook.com -all' },
  { name: '_dmarc', type: 'TXT', content: 'v=DMARC1; p=none' },
  { name: '', type: 'URL', content: 'https://example.com' },
]
