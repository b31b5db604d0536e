import type { Logger } from 'pino'
import type { Config } from '#base/config/config.ts'
import type { Db } from '#base/db/client.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { readAlerts } from '../alerts/read-alerts.ts'
import { decideAndStore } from '../decide/decide-and-store.ts'
import { watchedSeeds } from '../placement/seeds.ts'
import { alertsSeen } from '../signals/alerts-source.ts'
import { countsSource } from '../signals/counts-source.ts'
import { hostsSource } from '../signals/hosts-source.ts'
import { askLists, listsSeen } from '../signals/lists-source.ts'
import { peerAnswers } from '../signals/peer-answers.ts'
import { countProbes, placementSeen } from '../signals/placement-source.ts'
import { askPostmaster } from '../signals/postmaster-source.ts'
import { recordsSource } from '../signals/records-source.ts'
import { readReports, reportsSeen } from '../signals/reports-source.ts'
import { traceSeen } from '../signals/trace-source.ts'
import { readFailed } from '../trace/read-failed.ts'
import { claimDue, type DueDomain } from './claim-due.ts'
import type { Looked } from './looked.ts'

/** Domains that are looked at together: what a source always says is asked before and after each slice. */
const slice = 50
/** Of these at once; each asks a handful of questions. */
const atOnce = 10
const lookEvery = 60 * 60_000
/** A place within a vendor's limit may be waited for so long. */
const patienceMs = 10_000

export interface LookDeps {
  db: Db
  log: Logger
  config: Pick<Config, 'acceptedNameServers' | 'dmarc'>
  vendors: Pick<
    Vendors,
    | 'dns'
    | 'resolver'
    | 'registry'
    | 'blocklists'
    | 'sendingTool'
    | 'mailboxHost'
    | 'probeMailboxes'
    | 'postmaster'
  >
}

export interface LookOptions {
  signal?: AbortSignal
  /** The moment that looks count as made at. */
  clock?: () => number
  /** Whose domains alone are looked at. */
  customerId?: string
}

/** Looks at every domain whose time has come, and decides how each is. Returns how many were looked at. */
export async function lookAtDue(
  deps: LookDeps,
  { signal, clock = Date.now, customerId }: LookOptions = {},
): Promise<number> {
  let looked = 0
  while (!signal?.aborted) {
    const due = await claimDue(deps.db, slice, customerId)
    if (!due) break
    const now = clock()
    const seen = await observe(deps, due, now, { purpose: 'looks', patienceMs, signal })
    // What was called off was not seen.
    if (signal?.aborted) break
    await decideAndStore(deps.db, seen, now)
    looked += seen.length
  }
  return looked
}

/**
 * Everything is asked before the lists are: what they confirm stops a domain, and between their answer and the decision
 * no tool, host or registry is waited for.
 */
async function observe(
  deps: LookDeps,
  due: readonly DueDomain[],
  now: number,
  call: CallContext,
): Promise<Looked[]> {
  const { watched } = deps.vendors.blocklists
  const observeRecords = recordsSource(deps)
  const observeHosts = hostsSource(deps)
  const ids = due.map(({ domainId }) => domainId)
  const reports = await readReports(deps, due)
  const probes = await countProbes(deps.db, await watchedSeeds(deps.vendors), ids, now)
  const accounts = due.flatMap(({ host }) => (host?.vendor === 'google' ? [host.accountId] : []))
  const alerts = await readAlerts(deps.db, accounts)
  const atMicrosoft = due.flatMap(({ host, domainId }) => (host?.vendor === 'microsoft' ? [domainId] : []))
  const failed = await readFailed(deps.db, atMicrosoft, now)
  const heldBackAt = ({ domainId }: Pick<DueDomain, 'domainId'>) => failed.get(domainId)?.heldBackAt ?? null
  const observeCounts = countsSource(deps, peerAnswers(deps.db, due), heldBackAt)
  const marks = await askPostmaster(deps.vendors, due, now, call)
  const looked: Looked[] = []
  for (let from = 0; from < due.length; from += atOnce) {
    const some = due.slice(from, from + atOnce).map(async (domain): Promise<Looked> => {
      const records = await observeRecords(domain, now, call)
      const counts = await observeCounts({ ...domain, notes: records.notes }, now, call)
      const hosts = await observeHosts({ ...domain, notes: counts.notes }, now, call)
      const marked = marks.get(domain.domainId)
      const seen = [
        ...[records, counts, hosts].flatMap((each) => each.seen),
        ...alertsSeen(domain, alerts.get(domain.host?.accountId ?? ''), now),
        ...traceSeen(failed.get(domain.domainId), now),
        ...(marked?.seen ?? []),
        ...placementSeen(probes.get(domain.domainId), domain.signals, now),
        ...reportsSeen({ ...domain, notes: hosts.notes }, reports.get(domain.domainId), now),
      ]
      const notes = { ...hosts.notes, ...(marked?.spam && { spam: marked.spam }) }
      return { domain, seen, notes, againIn: Math.min(lookEvery, records.againIn ?? lookEvery) }
    })
    looked.push(...(await Promise.all(some)))
  }
  const answers = await askLists(deps.vendors.blocklists, due, now, call)
  return looked.map(({ domain, seen, notes, againIn }) => {
    const lists = listsSeen(watched, { ...domain, notes }, answers.get(domain.name), now)
    return {
      domain,
      seen: [...lists.seen, ...seen],
      notes: lists.notes,
      againIn: Math.min(againIn, lists.againIn ?? lookEvery),
    }
  })
}
