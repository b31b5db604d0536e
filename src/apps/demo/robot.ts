import { and, asc, eq, isNull, notLike, or } from 'drizzle-orm'
import {
  bundles,
  customers,
  domains,
  mailboxes,
  personas,
  toolConnections,
  workItems,
} from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { openConnection } from '#features/tools/server/connections.ts'
import { answerWorkItem } from '#features/work/server/answer-work-item.ts'
import { trustTool } from './connect-by-staff.ts'
import { leftToPeople } from './demo-accounts.ts'
import { halfUploaded } from './demo-orders.ts'
import type { SandboxControl } from './sandbox-control.ts'

type WorkItem = typeof workItems.$inferSelect
/** Does at the third party what the instructions ask for. Undefined: not yet, ask again later. */
type Deed = (
  deps: Dependencies,
  sandbox: SandboxControl,
  item: WorkItem,
) => Promise<Record<string, string> | undefined>

const deeds: Record<string, Deed> = {
  /** "Generate new record" in Google's admin console. */
  async dkim_key(_deps, sandbox, { subject }) {
    const { value } = await sandbox.post<{ value: string }>('/_google/dkim', { domain: subject })
    return { txt: value }
  },
  /** "Start authentication" in the same place. */
  async dkim_start(_deps, sandbox, { subject }) {
    await sandbox.post('/_google/dkim/start', { domain: subject })
    return { done: 'yes' }
  },
  /** "Create DKIM keys" in Microsoft's Defender portal, where the product may not do it itself. */
  async dkim_cnames(_deps, sandbox, { subject }) {
    const { records } = await sandbox.post<{ records: { value: string }[] }>('/_microsoft/dkim', {
      domain: subject,
    })
    return { selector1: records[0]?.value ?? '', selector2: records[1]?.value ?? '' }
  },
  /** The switch in the same place; refused until the records have been seen there. */
  async dkim_enable(_deps, sandbox, { subject }) {
    await sandbox.post('/_microsoft/dkim/start', { domain: subject })
    return { done: 'yes' }
  },
  /** "Configure new app" in Google's admin console. The sandbox's Microsoft tenants trust whom their users trust. */
  async tool_consent(deps, sandbox, { subject }) {
    const [connectionId = '', accountId = ''] = subject.split(' ')
    await trustTool(deps, sandbox, connectionId, accountId)
    return { done: 'yes' }
  },
  /** Others walk the page that leads through the mailboxes (`connect-by-staff.ts`); nobody has to say so. */
  async tool_sign_in() {
    return undefined
  },
  async tool_upload(deps, sandbox, { subject }) {
    const rows = await deps.db
      .select({
        connection: toolConnections,
        localPart: mailboxes.localPart,
        firstName: personas.firstName,
        lastName: personas.lastName,
        platform: domains.platform,
      })
      .from(mailboxes)
      .innerJoin(domains, and(eq(domains.id, mailboxes.domainId), isHeld))
      .innerJoin(bundles, eq(bundles.id, domains.bundleId))
      .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
      .innerJoin(personas, eq(personas.id, mailboxes.personaId))
      .where(and(eq(mailboxes.name, subject), eq(mailboxes.want, 'active')))
      .orderBy(asc(mailboxes.localPart))
    const connection = rows[0]?.connection
    if (connection?.kind !== 'bison') return undefined
    const { apiKey, workspaceId } = openConnection(deps.secrets, connection)
    const isHalf = subject === halfUploaded.name
    const some = isHalf ? rows.slice(0, halfUploaded.mailboxes) : rows
    await sandbox.post('/_bison/upload', {
      key: apiKey,
      workspaceId,
      mailboxes: some.map((row) => ({
        email: `${row.localPart}@${subject}`,
        name: `${row.firstName} ${row.lastName}`,
        platform: row.platform,
      })),
    })
    return isHalf ? undefined : { done: 'yes' }
  },
}

/**
 * Plays the operator's staff once: does what open work items ask for, at the sandbox, and answers them the way the
 * command line does. One that fails is tried again in the next round; some customers' are left to people.
 */
export async function answerOpenWorkItems(deps: Dependencies, sandbox: SandboxControl): Promise<void> {
  const open = await deps.db
    .select({ item: workItems })
    .from(workItems)
    .leftJoin(customers, eq(customers.id, workItems.customerId))
    .where(
      and(
        isNull(workItems.closedAt),
        isNull(workItems.answeredAt),
        or(isNull(customers.email), notLike(customers.email, `%${leftToPeople}`)),
      ),
    )
    .orderBy(asc(workItems.createdAt))
  for (const { item } of open) {
    try {
      const answer = await deeds[item.kind]?.(deps, sandbox, item)
      if (answer) await answerWorkItem(deps, item.id, answer)
    } catch (error) {
      deps.log.info({ err: error, kind: item.kind, subject: item.subject }, 'the robot has to try again')
    }
  }
}
