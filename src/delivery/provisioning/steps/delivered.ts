import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import { bundles, customers, domains, orders } from '#base/db/schema/index.ts'
import { countOf } from '#base/text/count-of.ts'
import { isFileTool, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { mailboxesCsv } from '#vendors/csv/adapter/mailboxes-csv.ts'
import { isRunning, isRunningAs } from '../../domains/running.ts'
import { digest, toolDigest } from '../desired.ts'
import { leavePlaceTo } from '../leave-place.ts'
import { countUnheld, readMailboxLogins } from '../mailbox-logins.ts'
import type { Step, StepContext } from '../step-context.ts'

/**
 * The name is as wanted. With the last name of an order the customer is told, and gets the CSV where one is due; a domain
 * whose place a spare took is none of these names.
 */
export const delivered: Step = async (context) => {
  const { desired, holding, at } = context
  const facts = { delivered: { at: at(), digest: toolDigest(desired) } }
  const also = async (tx: Db) => {
    const moment = new Date(at())
    await tx
      .update(domains)
      .set({ status: 'done', statusNote: null, changing: null, deliveredAt: holding.deliveredAt ?? moment })
      .where(eq(domains.id, holding.domainId))
    await leavePlaceTo(context, tx)
    if (holding.spentAt) return
    await oneDeliveryAtATime(tx, holding.orderId)
    const [unfinished] = await tx
      .select({ id: domains.id })
      .from(domains)
      .innerJoin(bundles, eq(bundles.id, domains.bundleId))
      .where(
        and(
          eq(bundles.orderId, holding.orderId),
          eq(bundles.status, 'live'),
          isRunning,
          isNull(domains.spentAt),
          // What was delivered before and gets other mailboxes is not as wanted yet either.
          or(ne(domains.status, 'done'), sql`${domains.changing} ->> 'what' in ('people', 'tool')`),
        ),
      )
      .limit(1)
    if (!unfinished) await mailCompletion(context, tx)
  }
  return { facts, also, isOfThisWish: true, isUntold: holding.spentAt !== null }
}

/**
 * Until the transaction ends no other one counts what is left of this order: of its last two names, delivered at
 * the same moment, the second sees the first. It is a lock of its own and the last thing a delivery waits for, so
 * the one that has it waits for nobody; the order's row is written by customers' changes that then wait for names.
 */
async function oneDeliveryAtATime(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`delivery:${orderId}`}, 0))`)
}

async function mailCompletion({ holding, secrets, outbox }: StepContext, tx: Db): Promise<void> {
  const which = and(
    eq(bundles.orderId, holding.orderId),
    eq(bundles.status, 'live'),
    eq(domains.want, 'run'),
    // What only receives replies was told of when it was set up.
    isNull(domains.fallingSince),
    isNull(domains.spentAt),
  )
  const rows = await readMailboxLogins(tx, secrets, which)
  const groups = await tx
    .selectDistinct({
      email: customers.email,
      customerName: customers.name,
      companyName: groupSettings.companyName,
    })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .where(and(eq(bundles.orderId, holding.orderId), eq(bundles.status, 'live')))
  const [order] = groups
  if (!order) return
  const names = [...new Set(rows.map((row) => row.name))]
  const isCsv = isFileTool(holding.connection.kind)
  if (!isCsv && !(await isAnyNew(tx, holding.orderId))) return
  const notHeld = isCsv ? await countUnheld(tx, which) : 0
  const state = digest(isCsv ? rows.map((row) => [row.id, row.firstName, row.lastName]) : names)
  await outbox.put(tx, {
    key: `complete:${holding.orderId}:${state}`,
    to: order.email,
    subject: `Your inboxes for ${new Intl.ListFormat('en').format(groups.map(({ companyName }) => companyName))} are set up`,
    text: completionText(
      order.customerName,
      names,
      rows.length,
      isCsv ? undefined : sendingToolNames[holding.connection.kind],
      notHeld,
    ),
    attachments: isCsv
      ? [
          {
            filename: 'mailboxes.csv',
            contentType: 'text/csv; charset=utf-8',
            content: mailboxesCsv(rows),
          },
        ]
      : [],
  })
}

/**
 * Whether some of an order's domains were delivered since one whose place a spare took came to it: only then is there more
 * to tell than was told before. That exchange changed the order's names, and nothing was set up for it.
 */
async function isAnyNew(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    select coalesce(max(d.delivered_at) filter (where d.spent_at is null) > max(d.spent_at), true) as "isNew"
    from domains d join bundles b on b.id = d.bundle_id
    where b.order_id = ${orderId} and b.status = 'live' and ${isRunningAs('d')}`)
  return rows[0]?.isNew ?? true
}

const completionText = (
  name: string,
  names: readonly string[],
  count: number,
  tool: string | undefined,
  notHeld: number,
) =>
  [
    `Hello ${name},`,
    '',
    `${count} mailboxes on ${names.length} ${names.length === 1 ? 'domain' : 'domains'} are set up${tool ? ` and listed in ${tool}` : ''}:`,
    '',
    ...names.map((each) => `  ${each}`),
    '',
    ...(tool
      ? ['Warm-up is on. You can follow every domain on your dashboard.']
      : [
          'The attached file has the user names and passwords. Please keep it safe; delete it once it is imported.',
          ...(notHeld > 0
            ? [
                '',
                `The passwords of ${countOf(notHeld, 'more mailbox', 'more mailboxes')} are not held here, since they were taken over with their own; they are not in the file. Ask support to set new ones.`,
              ]
            : []),
          '',
          'To connect a mailbox, choose Microsoft or Google in your sending tool and sign in with its user name and password on the page that opens (OAuth). Over IMAP and SMTP alone neither takes a password.',
        ]),
  ].join('\n')
