import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { isVendorError, type VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import { hasAll } from '../rules/account-values.ts'
import { applyChange, type WantedAccount } from './bulk-change.ts'
import {
  type AccountOutcome,
  type ClaimedAccount,
  claimAccounts,
  createOutcomeWriter,
  isAnyLeft,
  releaseClaims,
} from './claimed-accounts.ts'
import { failureOutcome, mayPass } from './failure-outcome.ts'
import type { JobRun } from './job-run.ts'
import { firstPauseMs, longestPauseMs } from './patiently.ts'
import { applyValues } from './restore-values.ts'

/** Accounts taken on at once; the adapters hold back to what the vendor allows. */
const accountsAtOnce = 1_000
/** Tries of one account whose failures may pass. */
const triesPerAccount = 4
/** Rounds in a row in which not one account could be changed. */
const fruitlessRounds = 20
/** How long a vendor that asks us to wait again and again is obeyed without any account being changed. */
const obedientForMs = 24 * 3_600_000

/** Changes the accounts of a part that have no outcome yet, round after round, until each has one. */
export async function changeAll(db: Db, run: JobRun, below: number, leaseMs: number): Promise<void> {
  const { jobId, changing } = run
  let fruitless = 0
  let wasFruitful = true
  for (;;) {
    run.claimed = await claimAccounts(db, jobId, { max: accountsAtOnce, leaseMs, below })
    if (run.claimed.length === 0) {
      if (!(await isAnyLeft(db, jobId, below))) return
      // Another worker has them, or had them when it died.
      await changing.pause(1_000)
      continue
    }
    const isLast =
      fruitless >= fruitlessRounds || (!wasFruitful && (await msSinceProgress(db, jobId)) > obedientForMs)
    const round = await changeClaimed(db, run, isLast)
    run.claimed = []
    wasFruitful = round.ended > 0
    if (round.toldMs !== undefined) {
      fruitless = 0
      await changing.waitAsAsked(Math.max(firstPauseMs, round.toldMs))
    } else {
      fruitless = wasFruitful ? 0 : fruitless + 1
      if (round.waitMs > 0) await changing.pause(Math.min(longestPauseMs, round.waitMs * 2 ** fruitless))
    }
  }
}

interface Round {
  /** Accounts that got their outcome. */
  ended: number
  /** How long to wait before the next round; 0 to continue at once. */
  waitMs: number
  /** The same where the vendor has said how long. */
  toldMs: number | undefined
}

/**
 * One try with the accounts that were taken on. Those whose failure may pass are given back for the next round, unless
 * this is the last; a vendor that says when to come back has not tried them.
 */
async function changeClaimed(db: Db, run: JobRun, isLast: boolean): Promise<Round> {
  const { jobId, signal, claimed } = run
  const attempts = new Map(claimed.map((account) => [account.id, account.attempts]))
  const writer = createOutcomeWriter(db, jobId)
  const tried: string[] = []
  const untried: string[] = []
  const round: Round = { ended: 0, waitMs: 0, toldMs: undefined }
  const noteWait = ({ retryAfterMs }: VendorError) => {
    if (retryAfterMs === undefined) round.waitMs = Math.max(round.waitMs, firstPauseMs)
    else round.toldMs = Math.max(round.toldMs ?? 0, retryAfterMs)
  }

  function onOutcome(id: string, outcome: CallOutcome<void>): void {
    // A call that was called off says nothing about its account.
    if (!outcome.ok && signal.aborted) return
    if (!outcome.ok && mayPass(outcome.error) && !isLast) {
      const isTried = outcome.error.retryAfterMs === undefined
      if (!isTried || (attempts.get(id) ?? 0) + 1 < triesPerAccount) {
        ;(isTried ? tried : untried).push(id)
        noteWait(outcome.error)
        return
      }
    }
    round.ended++
    writer.note(outcome.ok ? { id, outcome: 'updated' } : { id, ...failureOutcome(outcome.error) })
  }

  try {
    const { left, ended } = leaveOut(run, claimed)
    for (const each of ended) writer.note(each)
    round.ended += ended.length
    if (left.length > 0) await applyTo(run, left, { ...run.changing.ctx, onOutcome })
  } catch (error) {
    // The whole call failed before any account's turn: tags that could not be listed, for one.
    if (signal.aborted || isLast || !isVendorError(error) || !mayPass(error)) throw error
    noteWait(error)
    untried.push(...claimed.map(({ id }) => id))
  } finally {
    await writer.flush()
    await releaseClaims(db, jobId, tried, { tried: true })
    await releaseClaims(db, jobId, untried, { tried: false })
  }
  return round
}

/** Accounts of which nothing is to be changed: they are as wanted or, of an undo, hold values of someone else. */
function leaveOut({ isRestore, wish }: JobRun, claimed: readonly ClaimedAccount[]) {
  const left: WantedAccount[] = []
  const ended: AccountOutcome[] = []
  for (const account of claimed) {
    const { id, before, notRestored } = account
    const wanted = wish.of(account)
    // One that was not there when the others were read is tried, as long as it is known what with.
    if (before?.email === undefined) {
      if (isRestore) ended.push({ id, outcome: 'failed', reason: 'the account no longer exists' })
      else left.push({ id, wanted })
    } else if (!hasAll(wanted, before)) left.push({ id, wanted })
    else ended.push({ id, outcome: notRestored ? 'skipped' : 'unchanged' })
  }
  return { left, ended }
}

const applyTo = (
  { tool, wish, isRestore }: JobRun,
  accounts: readonly WantedAccount[],
  ctx: CallContext & { onOutcome: (id: string, outcome: CallOutcome<void>) => void },
): Promise<void> =>
  isRestore ? applyValues(tool, accounts, wish.plain, ctx) : applyChange(tool, wish.plain, accounts, ctx)

/** Since an account got its outcome last, or since the job began. */
async function msSinceProgress(db: Db, jobId: string): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(sql`
    select (extract(epoch from now() - greatest(
      (select max(at) from bulk_job_accounts where job_id = ${jobId} and outcome is not null),
      (select started_at from bulk_jobs where id = ${jobId}))) * 1000)::float8 as ms`)
  return rows[0]?.ms ?? 0
}
