import { and, asc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { alertWatches, providerAccounts } from '#base/db/schema/index.ts'
import type { Alert } from '#base/mail/alert-operator.ts'
import { heldBackFor } from '#delivery/provisioning/placement.ts'
import type { TenantCode } from '../../rules/signals/refusals.ts'

/**
 * What each code says of a tenant, and what its operator can do: by Microsoft's own words for the first two, and by
 * https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online/fix-error-code-5-7-700-through-5-7-750
 */
const wordsOf: Record<TenantCode, { why: string; mend: string }> = {
  '5.7.232': {
    why: 'a trial tenant has reached its outside recipients for the day',
    mend: 'Buy a subscription with Exchange Online for it: a trial tenant may reach 5,000 outside recipients in 24 hours. Until then lower the daily limits of its mailboxes.',
  },
  '5.7.233': {
    why: 'it has reached its outside recipients for the day',
    mend: 'Under Capacity, see which customers send more than their plan sells, and have them lower their daily limits; or buy more licenses with Exchange Online. Email goes out again as the last 24 hours move on.',
  },
  '5.7.705': {
    why: 'it has sent too much spam or bulk email',
    mend: 'In the Microsoft Defender portal, check Restricted entities and the tenant’s connectors, stop whoever sends it, then ask Microsoft support to lift the block.',
  },
  '5.7.708': {
    why: 'Microsoft does not accept email from its addresses yet, as is usual for new and trial tenants',
    mend: 'Open a support request in the Microsoft 365 admin center and ask Microsoft to let the tenant send.',
  },
}

const consequence =
  'Until 24 hours after the last such refusal, nothing new is placed there, and bounces of its domains are not counted against them.'

interface HeldBack {
  label: string
  code: TenantCode
  since: Date
}

/** Which tenants Microsoft refuses as a whole; only one, where its id is given. */
export async function heldBackTenants(db: Db, accountId?: string): Promise<HeldBack[]> {
  const { refusedAt, refusedCode, refusedSince } = alertWatches
  const rows = await db
    .select({ label: providerAccounts.label, code: refusedCode, since: refusedSince })
    .from(alertWatches)
    .innerJoin(providerAccounts, eq(providerAccounts.id, alertWatches.accountId))
    .where(
      and(
        gt(refusedAt, sql`now() - ${heldBackFor}`),
        isNotNull(refusedCode),
        accountId === undefined ? undefined : eq(providerAccounts.id, accountId),
      ),
    )
    .orderBy(asc(providerAccounts.label))
  return rows.flatMap(({ label, code, since }) => (code && since ? [{ label, code, since }] : []))
}

/** What the operator is told of one, and what to do. */
export const heldBackText = ({ label, code }: Pick<HeldBack, 'label' | 'code'>) => ({
  what: `Microsoft refuses outgoing email of the tenant ${label}: ${wordsOf[code].why} (${code})`,
  mend: `${wordsOf[code].mend} ${consequence}`,
})

/**
 * Notes that the host refused a mail for the whole tenant's sake, and tells the operator: once for each code, until none
 * was refused for a day. What is older than that is over.
 */
export async function noteHeldBack(
  tx: Db,
  alert: (tx: Db, alert: Alert) => Promise<void>,
  { accountId, code, at, now }: { accountId: string; code: TenantCode; at: Date; now: number },
): Promise<void> {
  const refusedAt = sql`${at.toISOString()}::timestamptz`
  const isOver = sql`${refusedAt} <= ${new Date(now).toISOString()}::timestamptz - ${heldBackFor}`
  const before: SQL = sql`${alertWatches.refusedAt} > ${refusedAt} - ${heldBackFor}`
  const [held] = await tx
    .update(alertWatches)
    .set({
      refusedCode: code,
      refusedAt: sql`greatest(${alertWatches.refusedAt}, ${refusedAt})`,
      refusedSince: sql`case when ${before} then ${alertWatches.refusedSince} else ${refusedAt} end`,
    })
    .from(providerAccounts)
    .where(and(eq(alertWatches.accountId, accountId), eq(providerAccounts.id, accountId), sql`not ${isOver}`))
    .returning({ label: providerAccounts.label, since: alertWatches.refusedSince })
  if (!held?.since) return
  const { what, mend } = heldBackText({ label: held.label, code })
  await alert(tx, {
    key: `held-back:${accountId}:${code}:${held.since.toISOString()}`,
    subject: `Microsoft refuses outgoing email of ${held.label}`,
    text: `${what}. ${mend}`,
  })
}
