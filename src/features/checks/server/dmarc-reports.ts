import { and, eq, sql } from 'drizzle-orm'
import { workerRounds } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { intakeRound, roomRound } from '#features/health/server/dmarc/intake-round.ts'
import { purchasableTlds } from '#features/plans/rules/catalog.ts'
import type { Check, Verdict } from './check.ts'

/**
 * Whether receivers may report to the operator's host: they ask there, by the name of each domain, and send nothing where
 * nobody answers. A record of one domain beside the wildcard shuts it off for all others of its ending (RFC 4592), so
 * each ending is asked for a name that nobody has.
 */
export const dmarcReportChecks = ({
  config: { dmarc },
  db,
  vendors,
}: Pick<Dependencies, 'config' | 'db' | 'vendors'>): Check[] =>
  dmarc
    ? [
        {
          what: 'DMARC reports',
          inspect: async () =>
            (await deafness(db)) ?? (await crowding(db)) ?? inspect(vendors.dns, dmarc.mailHost),
        },
      ]
    : []

/** Rounds that may be missed. */
const roundsMissed = 3

/** Why no process takes reports in; undefined where one does. */
async function deafness(db: Dependencies['db']): Promise<Verdict | undefined> {
  const { what, doneAt, failedAt, problem } = workerRounds
  const since = sql`now() - make_interval(secs => ${(roundsMissed * intakeRound.everyMs) / 1_000})`
  const [round] = await db
    .select({
      isHeard: sql<boolean>`coalesce(${doneAt} > ${since}, false)`,
      problem: sql<string | null>`case when ${failedAt} > ${since} then ${problem} end`,
    })
    .from(workerRounds)
    .where(eq(what, intakeRound.what))
  if (round?.isHeard) return undefined
  return {
    ok: false,
    reason: round?.problem ?? 'no process takes them in',
    mend: 'Set DMARC_SMTP_PORT to a free port for one process whose ROLE is all or worker, and look into its log.',
  }
}

/** Why reports may be missing of late: who is turned away comes again, and at some time no more. */
async function crowding(db: Dependencies['db']): Promise<Verdict | undefined> {
  const { what, failedAt, problem } = workerRounds
  const [round] = await db
    .select({ problem, at: failedAt })
    .from(workerRounds)
    .where(and(eq(what, roomRound.what), sql`${failedAt} > now() - interval '1 day'`))
  if (!round?.problem || !round.at) return undefined
  return {
    ok: false,
    reason: `${round.problem} in the minute before ${round.at.toISOString().slice(0, 16).replace('T', ' ')} UTC, because all places were taken`,
    mend: 'Look for who holds connections to DMARC_SMTP_PORT, and block their networks in the firewall.',
  }
}

async function inspect(dns: Dependencies['vendors']['dns'], mailHost: string): Promise<Verdict> {
  const mx = await dns.mx(mailHost)
  if (mx.state === 'unknown') return unasked(mx.reason)
  // A null MX (RFC 7505) says that the host takes no mail at all.
  if (mx.state === 'missing' || mx.values.every(({ exchange }) => /^\.?$/.test(exchange)))
    return {
      ok: false,
      reason: `${mailHost} has no MX record, so nothing arrives`,
      mend: `Publish an MX record at ${mailHost} that names the machine whose port 25 leads to DMARC_SMTP_PORT.`,
    }
  for (const ending of purchasableTlds) {
    const answer = await dns.txt(`inboxyard-check.${ending}._report._dmarc.${mailHost}`)
    if (answer.state === 'unknown') return unasked(answer.reason)
    const allows = answer.state === 'found' && answer.values.some((value) => /^v=DMARC1\b/i.test(value))
    if (!allows)
      return {
        ok: false,
        reason: `receivers are not told that ${mailHost} takes reports of other domains (.${ending})`,
        mend: `Publish *._report._dmarc.${mailHost} as TXT "v=DMARC1", and no other record below _report._dmarc.${mailHost}: it would shut the wildcard off.`,
      }
  }
  return { ok: true }
}

const unasked = (reason: string): Verdict => ({
  ok: false,
  reason,
  mend: 'Check DNS_SERVERS, or the resolver of this machine.',
})
