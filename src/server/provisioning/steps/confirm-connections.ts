import { and, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { mailboxLinks } from '../../db/schema/index.ts'
import type { ToolMailbox } from '../../providers/ports/sending-tools.ts'
import type { DesiredMailbox, MailboxLink } from '../desired.ts'
import type { StepContext } from '../step-context.ts'
import { linksOf, toLink } from './tool-calls.ts'

const linkOf = ({ holding }: StepContext, { links }: DesiredMailbox): MailboxLink | undefined =>
  links.find(({ connectionId }) => connectionId === holding.connection.id)

/**
 * Whether the tool can use a mailbox. It has to have said so once; from then on silence does not take it back, since a
 * list tells less of one that its owner has paused.
 */
function isConnected(context: StepContext, mailbox: DesiredMailbox, there: ToolMailbox | undefined): boolean {
  if (!there || there.connection.state === 'refused') return false
  return there.connection.state === 'connected' || linkOf(context, mailbox)?.connectedAt != null
}

/** The wanted mailboxes that the tool cannot use. */
export interface OpenMailboxes {
  /** It does not have them. */
  missing: DesiredMailbox[]
  /** It has them and has not said that it can sign in. */
  pending: DesiredMailbox[]
  /** It says that it cannot. */
  refused: { mailbox: DesiredMailbox; reason: string }[]
}

/** Notes what the tool says of each of the wanted ones; returns those that it does not have or cannot use. */
export async function confirmConnections(
  context: StepContext,
  wanted: readonly DesiredMailbox[],
  listed: ReadonlyMap<string, ToolMailbox>,
): Promise<OpenMailboxes> {
  const { holding, save, at } = context
  const connectionId = holding.connection.id
  const open: OpenMailboxes = { missing: [], pending: [], refused: [] }
  const rows = wanted.flatMap((mailbox) => {
    const there = listed.get(mailbox.address)
    const isIn = isConnected(context, mailbox, there)
    if (!there) open.missing.push(mailbox)
    else if (there.connection.state === 'refused')
      open.refused.push({ mailbox, reason: there.connection.reason })
    else if (!isIn) open.pending.push(mailbox)
    return there ? [{ mailbox_id: mailbox.id, external_id: there.externalId, is_in: isIn }] : []
  })
  await save({}, async (tx) => {
    if (rows.length > 0) {
      await tx.execute(sql`
        insert into mailbox_links as l
          (mailbox_id, connection_id, want, external_id, confirmed_at, connected_at)
        select r.mailbox_id, ${connectionId}, 'connected', r.external_id, ${at()}::timestamptz,
          case when r.is_in then ${at()}::timestamptz end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r(mailbox_id text, external_id text, is_in boolean)
        on conflict (mailbox_id, connection_id) do update
          set want = 'connected', external_id = excluded.external_id, confirmed_at = excluded.confirmed_at,
            abandoned_at = null,
            connected_at = case when excluded.connected_at is not null
              then coalesce(l.connected_at, excluded.connected_at) end`)
    }
    if (open.missing.length > 0) await forgetMissing(tx, connectionId, open.missing)
  })
  return open
}

/** What the tool does not have any more is set up again once it is back. */
async function forgetMissing(
  tx: Db,
  connectionId: string,
  missing: readonly DesiredMailbox[],
): Promise<void> {
  await tx
    .update(mailboxLinks)
    .set({ configuredAt: null, beforePause: null, pausedAt: null, connectedAt: null })
    .where(
      and(
        linksOf(connectionId, missing.map(toLink)),
        or(
          isNotNull(mailboxLinks.configuredAt),
          isNotNull(mailboxLinks.beforePause),
          isNotNull(mailboxLinks.connectedAt),
        ),
      ),
    )
}
