import { readSendingLimit, warnNearLimit } from '#delivery/provisioning/sending-limits.ts'
import type { ProvisioningDependencies } from '#delivery/provisioning/step-context.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { MessageTrace } from '#vendors/ports/mailbox-hosts.ts'
import { isTenantCode, meaningOf } from '../../rules/signals/refusals.ts'
import {
  askAccounts,
  noteForbidden,
  noteSaid,
  type RoundDeps,
  type RoundOptions,
} from '../alerts/account-watches.ts'
import { chooseUnread } from './choose-unread.ts'
import { noteHeldBack } from './held-back.ts'
import { lookSoon, readsLately, storeFailed, storeRead, storeTried } from './store-failed.ts'

/** A message may be tried for a day before it has failed; and the trace shows it some minutes late. */
const backMs = 48 * 3_600_000
/** So many that got no answer are the host's matter and not theirs. */
const silencesMost = 2

type TraceDeps = RoundDeps & Pick<ProvisioningDependencies, 'alert'>

/** Reads of every Microsoft tenant whose turn it is what it may send, which mail has failed, and why. Returns how many were asked. */
export const readMessageTraces = (deps: TraceDeps, options?: RoundOptions): Promise<number> =>
  askAccounts(
    deps,
    {
      vendor: 'microsoft',
      // The limit of the trace gives one place in half a minute: what has none now is asked in the next round.
      patienceMs: 5_000,
      failed: 'the message trace of a tenant could not be read',
      async ask(host, { id, now }, call) {
        await readSendingLimit(deps.db, host, id, call)
        await warnNearLimit(deps, id)
        if (host.trace) await readTrace(deps, host.trace, id, now, call)
      },
    },
    options,
  )

async function readTrace(
  { db, alert }: TraceDeps,
  trace: MessageTrace,
  accountId: string,
  now: number,
  call: CallContext,
): Promise<void> {
  const listed = await trace.failed({ from: new Date(now - backMs), to: new Date(now) }, call)
  if (listed === 'forbidden') {
    await noteForbidden(db, accountId, now)
    return
  }
  const unread = await storeFailed(db, accountId, listed.failed)
  const chosen = chooseUnread(unread, await readsLately(db, unread, new Date(now - backMs)))
  let problem = listed.isWhole ? null : 'not all of its failed deliveries could be read'
  const news = new Set<string>()
  let silences = 0
  for (const delivery of chosen) {
    try {
      const read = await trace.whyFailed(delivery, call)
      if (!read) {
        await storeTried(db, delivery, now)
        continue
      }
      const { code } = read
      await db.transaction(async (tx) => {
        const at = await storeRead(tx, delivery, read, now)
        if (isTenantCode(code)) await noteHeldBack(tx, alert, { accountId, code, at, now })
      })
      if (code !== null && meaningOf(code)) news.add(delivery.domainId)
    } catch (error) {
      if (!isVendorError(error)) throw error
      // A limit that is reached is no fault: what is left is asked in the next rounds.
      if (error.isOverLimit) break
      problem ??= error.reason
      await storeTried(db, delivery, now)
      // One that cannot be read hides none of the others; a host that is away is not asked on.
      const isAway = error.status === undefined || error.status >= 500
      if (isAway && ++silences === silencesMost) break
    }
  }
  await noteSaid(db, accountId, problem, now)
  await lookSoon(db, [...news])
}
