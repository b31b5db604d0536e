import { messageOf } from '#base/error-code.ts'
import { deliverMail, dueMails } from '#base/mail/deliver-mail.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { checkAccountCounts } from '#delivery/provisioning/check-account-counts.ts'
import { sweepListings } from '#delivery/provisioning/drift/sweep-listings.ts'
import { reconcile } from '#delivery/provisioning/reconcile.ts'
import { wakeDueNames } from '#delivery/provisioning/sweep.ts'
import { giveBackLeft } from '#delivery/sending/connect/claim-sign-in.ts'
import { endOverViews } from '#features/accounts/server/customer-views.ts'
import { forgetfulCustomers } from '#features/accounts/server/forgotten-password/forgetful.ts'
import { sendLink, tellTried } from '#features/accounts/server/forgotten-password/send-link.ts'
import { dueBilling, syncBilling } from '#features/billing/server/sync-billing.ts'
import { warnOfExpiry } from '#features/billing/server/warn-of-expiry.ts'
import { watchRenewals } from '#features/billing/server/watch-renewals.ts'
import { sweepLists } from '#features/bulk-update/server/end-list.ts'
import { createBulkJobRunner } from '#features/bulk-update/server/run-bulk-job.ts'
import { runList } from '#features/bulk-update/server/run-list.ts'
import { sweepBulkJobs } from '#features/bulk-update/server/sweep-bulk-jobs.ts'
import { eraseWhoIsDue } from '#features/customers/server/erase-customer.ts'
import { runMoves } from '#features/domains/server/console/run-moves.ts'
import { runImports } from '#features/fleet-import/server/run-imports.ts'
import { actOnDecisions } from '#features/health/server/acts/act-on-decisions.ts'
import { askForAlerts } from '#features/health/server/alerts/ask-for-alerts.ts'
import { lookAtDue } from '#features/health/server/looks/look-round.ts'
import { probeDue } from '#features/health/server/placement/probe-round.ts'
import { tellOfHealth } from '#features/health/server/tell/tell-of-health.ts'
import { readMessageTraces } from '#features/health/server/trace/read-message-traces.ts'
import { tellOfDoubtedWaits } from '#features/home/server/doubted-waits.ts'
import { backfillBooks } from '#features/money/server/books/backfill-books.ts'
import { bookEvents } from '#features/money/server/books/book-events.ts'
import { compareBooks } from '#features/money/server/books/compare-books.ts'
import { sweepDraftZones } from '#features/names/server/own-names/sweep-draft-zones.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments, wakeWaitingEvents } from '#features/payments/server/sweep-payments.ts'
import { payOwedRefunds } from '#features/refunds/server/pay-refunds.ts'
import { sweepLateReplacements } from '#features/replacement/server/sweep-late-replacements.ts'
import { sweepOverlaps } from '#features/replacement/server/sweep-overlaps.ts'
import { tellOfEndings } from '#features/replacement/server/tell-of-endings.ts'
import { replaceLost } from '#features/reserve/server/replace-lost.ts'
import { forgetfulStaff } from '#features/staff/server/forgetful-staff.ts'
import { roundNotes } from '../housekeeping/note-round.ts'
import { sweepDaily } from '../housekeeping/sweep-old-rows.ts'

/** Names worked on at once by one process; most of their time is spent waiting for vendors. */
const namesAtOnce = 10
/** Of these, so many more that are never busy with anything else. */
const urgentNamesAtOnce = 4
/** A retry begins so much after its time at most. */
export const dueNamesEveryMs = 3_000
const listingsEveryMs = 60_000
/** Each domain's own time is an hour after its last look. */
const healthEveryMs = 20_000
const alertsEveryMs = 60_000
/** Each domain's own time is a day after its last probe; what was sent is looked for after minutes. */
const probesEveryMs = 20_000
/** From a decision to the reconciler; what is decided is found by comparing it with what stands. */
export const actsEveryMs = 10_000
/** Whether a mail about the health of domains is due. */
const tellingEveryMs = 30_000
const dueBillingEveryMs = 30_000
/** Whatever webhooks did not tell is found within two rounds. */
const paymentsEveryMs = 5 * 60_000
/** A payment whose event could not be acted on is tried again within two of these. */
const waitingEventsEveryMs = 60_000
/** Days ahead of what it looks for. */
const expiriesEveryMs = 6 * 3_600_000
const lateEveryMs = 10 * 60_000
const draftZonesEveryMs = 10 * 60_000
/** A replaced domain sends less from one day to the next, and nothing within a minute where its health demands it. */
const overlapsEveryMs = 60_000
/** A spare is ready within a minute of when it is needed. */
const lostEveryMs = 60_000
const refundsEveryMs = 60_000
/** How far the books are behind at most. */
const booksEveryMs = 30_000
const dueMailsEveryMs = 60_000
const doubtedWaitsEveryMs = 60_000
/** Bulk updates of one process at once; each keeps to its own vendor account's limit. */
const bulkJobsAtOnce = 8
const bulkJobsEveryMs = 20_000
/** Somebody watches it. */
const importsEveryMs = 2_000
const movesEveryMs = 1_000
/** Whether the day's sweep is due; one process of all does it. */
const oldRowsEveryMs = 10 * 60_000
const viewsEveryMs = 60_000
const leftSignInsEveryMs = 60_000
const erasuresEveryMs = 10 * 60_000
const accountCountsEveryMs = 6 * 3_600_000

export interface Worker {
  /** Ends after the steps and calls that are under way. */
  stop(): Promise<void>
}

/** Takes jobs from the queue, and looks for work whose wake-up was lost. */
export async function startWorker(deps: Dependencies): Promise<Worker> {
  const { db, queue, log } = deps
  const stopping = new AbortController()
  const { every, stop } = createRounds(deps)

  const work = async ({ name }: { name: string }) => {
    await reconcile(deps, name, { signal: stopping.signal })
  }
  await queue.work('reconcile', namesAtOnce, work)
  await queue.work('reconcile-urgent', urgentNamesAtOnce, work)
  await queue.work('stripe-event', 4, ({ eventId }) => processStripeEvent(deps, eventId))
  await queue.work('billing', 2, ({ subscriptionId }) => syncBilling(deps, subscriptionId))
  const bulkJobs = createBulkJobRunner(deps, { signal: stopping.signal })
  await queue.work('bulk-job', bulkJobsAtOnce, ({ jobId }) => bulkJobs.run(jobId))
  await queue.work('bulk-list', bulkJobsAtOnce, ({ fetchId }) =>
    runList(deps, fetchId, { signal: stopping.signal }),
  )
  await queue.work('mail', 2, ({ mailId }) =>
    deliverMail({ db, log, secrets: deps.secrets, mailer: deps.vendors.mailer }, mailId),
  )

  await queue.work('forgotten-password', 1, ({ email, of, isTried }) => {
    const whose = of === 'staff' ? forgetfulStaff : forgetfulCustomers
    return isTried ? tellTried(deps, whose, email) : sendLink(deps, whose, email)
  })

  // What a silent worker left is found within half a lease of its end.
  every(Math.min(dueNamesEveryMs, deps.config.leaseSeconds * 500), 'names that are due', () =>
    wakeDueNames(db, queue),
  )
  every(listingsEveryMs, 'accounts that are due to be listed', () =>
    sweepListings(deps, { signal: stopping.signal }),
  )
  every(healthEveryMs, 'domains whose health is due', () => lookAtDue(deps, { signal: stopping.signal }))
  every(alertsEveryMs, 'alerts of Google accounts', () => askForAlerts(deps, { signal: stopping.signal }))
  every(alertsEveryMs, 'message traces of Microsoft tenants', () =>
    readMessageTraces(deps, { signal: stopping.signal }),
  )
  every(probesEveryMs, 'probes of where mail arrives', () => probeDue(deps, { signal: stopping.signal }))
  every(actsEveryMs, 'domains that should rest or return', () => actOnDecisions(deps))
  every(lostEveryMs, 'lost domains with a spare', () => replaceLost(deps))
  every(tellingEveryMs, 'mails about health', () => tellOfHealth(deps))
  every(dueBillingEveryMs, 'billing that is due', async () => queue.add(db, 'billing', await dueBilling(db)))
  every(bulkJobsEveryMs, 'bulk updates', () => sweepBulkJobs(deps))
  every(bulkJobsEveryMs, 'lists of accounts', () => sweepLists(deps))
  every(paymentsEveryMs, 'payments', () => sweepPayments(deps))
  every(waitingEventsEveryMs, 'payment events that wait', () => wakeWaitingEvents(deps))
  every(booksEveryMs, 'the books', async () => {
    await bookEvents(deps)
    await backfillBooks(deps)
    await compareBooks(deps)
  })
  every(importsEveryMs, 'imports of running fleets', () => runImports(deps, { signal: stopping.signal }))
  every(movesEveryMs, 'domains that are placed elsewhere', () => runMoves(deps, { signal: stopping.signal }))
  every(refundsEveryMs, 'refunds that are owed', () => payOwedRefunds(deps))
  every(expiriesEveryMs, 'names that expire on hold', () => warnOfExpiry(deps))
  every(expiriesEveryMs, 'names that should have renewed themselves', () => watchRenewals(deps))
  every(lateEveryMs, 'replacements that are late', () => sweepLateReplacements(deps))
  every(draftZonesEveryMs, 'zones of drafts', () => sweepDraftZones(deps))
  every(overlapsEveryMs, 'replaced domains that fall', () => sweepOverlaps(deps))
  every(overlapsEveryMs, 'domains that soon receive nothing', () => tellOfEndings(deps))
  every(doubtedWaitsEveryMs, 'waits that vendors cannot mean', () => tellOfDoubtedWaits(deps))
  every(oldRowsEveryMs, 'old rows', () => sweepDaily({ db, log }, { signal: stopping.signal }))
  every(viewsEveryMs, 'looks of staff that are over', () => endOverViews(db))
  every(leftSignInsEveryMs, 'sign-ins that somebody has left', () => giveBackLeft(db))
  every(accountCountsEveryMs, 'what stands at accounts', () => checkAccountCounts(deps))
  every(erasuresEveryMs, 'erasures that are due', () => eraseWhoIsDue(db))
  every(dueMailsEveryMs, 'mails that are due', async () => {
    const mails = await dueMails(db)
    await queue.add(
      db,
      'mail',
      mails.map((mailId) => ({ mailId })),
    )
  })

  return {
    async stop() {
      stopping.abort()
      await stop()
    },
  }
}

/** Work that is done right away and then again and again; a round that fails is logged, and the next one tries again. */
function createRounds({ db, log }: Pick<Dependencies, 'db' | 'log'>) {
  const note = roundNotes(db)
  const timers: NodeJS.Timeout[] = []
  const underWay = new Set<Promise<void>>()

  function every(ms: number, what: string, round: () => Promise<unknown>): void {
    let running: Promise<void> | undefined
    const tick = () => {
      if (running) return
      const thisOne = round()
        .then(() => note({ what, everyMs: ms }))
        .catch(async (error: unknown) => {
          log.error({ err: error, what }, 'a sweep failed')
          // Where the database is away it cannot be noted either.
          await note({ what, everyMs: ms, problem: messageOf(error) }).catch(() => {})
        })
        .finally(() => {
          underWay.delete(thisOne)
          running = undefined
        })
      running = thisOne
      underWay.add(thisOne)
    }
    tick()
    timers.push(setInterval(tick, ms).unref())
  }

  return {
    every,
    /** Waits for the rounds under way. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}
