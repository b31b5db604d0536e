import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#base/db/client.ts'
import { readSendingProgress, type SendingProgress } from './sending-progress.ts'

const everyMs = 1_000
/** A slow vendor's limit lets one mailbox through in a second: a name of 52 may take two minutes to be seen done. */
const patienceMs = 180_000

/** Whether all of it stands still, or runs again. */
export const hasArrived = (progress: SendingProgress, where: 'stopped' | 'going'): boolean =>
  where === 'stopped' ? progress.stopped === progress.names : progress.held === 0

/**
 * Follows how a customer's mailboxes are stopped or resumed, and tells each change. A caller that stops following ends
 * nothing: what is wanted stands in the database, and workers do it.
 * @returns how far it had come in the end: all of it, or nothing had changed for three minutes
 */
export async function followSending(
  db: Db,
  customerId: string,
  where: 'stopped' | 'going',
  tell: (progress: SendingProgress) => void,
): Promise<SendingProgress> {
  let told = ''
  let changedAt = performance.now()
  for (;;) {
    const progress = await readSendingProgress(db, customerId)
    const now = JSON.stringify(progress)
    if (now !== told) {
      told = now
      changedAt = performance.now()
      tell(progress)
    }
    if (hasArrived(progress, where) || performance.now() - changedAt > patienceMs) return progress
    await delay(everyMs)
  }
}
