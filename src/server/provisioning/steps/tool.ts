import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { platformContents, sendingToolNames } from '#shared/catalog.ts'
import { mailboxLinks, toolConnections } from '../../db/schema/index.ts'
import type { SendingTool, ToolMailbox } from '../../providers/ports/sending-tools.ts'
import {
  isVendorError,
  type Meaning,
  VendorError,
  type VendorErrorDetails,
  waitsForVendor,
} from '../../providers/vendor-error.ts'
import { placeOf } from '../../sealed-columns.ts'
import { type DesiredMailbox, isStillLinked, mailboxesToConnect, toolDigest } from '../desired.ts'
import { mailboxesWere } from '../healing-sentences.ts'
import type { Step, StepContext } from '../step-context.ts'
import { closeWorkItem, ensureWorkItem } from '../work-items.ts'
import { withOurTeam } from './mailbox-host.ts'
import { throwFirstFailure } from './mailboxes.ts'

/** Hours after which disconnecting from a tool with dead credentials is given up. */
const disconnectHours = 24

/**
 * The sending tool lists exactly the wanted mailboxes: it is asked what it has, the missing ones are pushed, and
 * it is asked again. A mailbox counts as delivered only when the tool itself has listed it.
 */
export const tool: Step = async (context) => {
  const { desired, holding, vendors, call, at } = context
  const digest = toolDigest(desired)
  await disconnectUnwanted(context)
  if (holding.connection.kind === 'other') return { facts: { tool: { at: at(), digest } } }

  const wanted = mailboxesToConnect(desired)
  const sendingTool = await vendors.sendingTool(holding.connection.id)
  let listed = await list(context, sendingTool)
  await confirm(context, wanted, listed)
  const settings = { dailyLimit: platformContents[holding.platform].dailyLimit, warmupOn: true }
  let missing = wanted.filter((mailbox) => !listed.has(mailbox.address))
  const absent = new Set(missing)
  if (missing.length > 0) {
    if (context.facts.tool?.digest === digest) await noteWhatIsGone(context, missing)
    if (sendingTool.connectsBy(holding.platform) === 'person') await waitForUpload(context, missing)
    await consented(context)
    await push(context, sendingTool, missing)
    listed = await list(context, sendingTool)
    missing = await confirm(context, wanted, listed)
    if (missing.length > 0) {
      throw waiting(context, {
        ...waitsForVendor,
        reason: `${wanted.length - missing.length} of ${wanted.length} mailboxes are listed there so far`,
      })
    }
  }
  // What was brought in once is the customer's to adjust there: only connecting it sets limit and warm-up.
  const unconfigured = wanted.filter(
    (mailbox) =>
      absent.has(mailbox) ||
      !mailbox.links.some((link) => link.connectionId === holding.connection.id && link.configuredAt),
  )
  const unset = unconfigured.flatMap((mailbox) => {
    const standing = listed.get(mailbox.address)
    // What the tool itself has barred from warm-up would be set anew for ever.
    const isCold = standing !== undefined && !standing.warmupOn && !standing.warmupBarred
    return standing && (standing.dailyLimit !== settings.dailyLimit || isCold) ? [standing.externalId] : []
  })
  if (unset.length > 0) throwFirstFailure(await sendingTool.configure(unset, settings, call))
  return {
    facts: { tool: { at: at(), digest } },
    async also(tx) {
      await tx
        .update(toolConnections)
        .set({ state: 'working', problem: null, checkedAt: new Date(at()) })
        .where(and(eq(toolConnections.id, holding.connection.id), sql`${toolConnections.state} <> 'working'`))
      if (unconfigured.length > 0) {
        await tx
          .update(mailboxLinks)
          .set({ configuredAt: new Date(at()) })
          .where(linksOf(holding.connection.id, unconfigured.map(toLink)))
      }
      if (context.facts.host) await closeWorkItem(tx, 'tool_consent', consentSubject(context))
      await closeWorkItem(tx, 'tool_upload', context.name)
    },
  }
}

/** Mailboxes that the tool listed before and lists no more. */
async function noteWhatIsGone(
  { holding, noteHealing }: StepContext,
  missing: readonly DesiredMailbox[],
): Promise<void> {
  const gone = missing.filter(({ links }) =>
    links.some(({ connectionId, confirmedAt }) => connectionId === holding.connection.id && confirmedAt),
  ).length
  const found = mailboxesWere(gone, `missing in ${sendingToolNames[holding.connection.kind]}`, 'put back')
  if (found) await noteHealing('tool', found)
}

async function list(
  { name, call }: StepContext,
  sendingTool: SendingTool,
): Promise<Map<string, ToolMailbox>> {
  return new Map(
    (await sendingTool.mailboxes([name], call)).map((mailbox) => [mailbox.address.toLowerCase(), mailbox]),
  )
}

/** Notes which of the wanted ones the tool lists; answers the others, which are set up anew once they are back. */
async function confirm(
  { holding, save, at }: StepContext,
  wanted: readonly DesiredMailbox[],
  listed: ReadonlyMap<string, ToolMailbox>,
): Promise<DesiredMailbox[]> {
  const connectionId = holding.connection.id
  const rows = wanted.flatMap((mailbox) => {
    const there = listed.get(mailbox.address)
    return there ? [{ mailbox_id: mailbox.id, external_id: there.externalId }] : []
  })
  const absent = wanted.filter((mailbox) => !listed.has(mailbox.address))
  await save({}, async (tx) => {
    if (rows.length > 0) {
      await tx.execute(sql`
        insert into mailbox_links as l (mailbox_id, connection_id, want, external_id, confirmed_at)
        select r.mailbox_id, ${connectionId}, 'connected', r.external_id, ${at()}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(mailbox_id text, external_id text)
        on conflict (mailbox_id, connection_id) do update
          set want = 'connected', external_id = excluded.external_id, confirmed_at = excluded.confirmed_at, abandoned_at = null`)
    }
    if (absent.length > 0) {
      await tx
        .update(mailboxLinks)
        .set({ configuredAt: null })
        .where(and(linksOf(connectionId, absent.map(toLink)), isNotNull(mailboxLinks.configuredAt)))
    }
  })
  return absent
}

/**
 * Connects what is missing. What is about to be connected is noted first: a push that fails half-way has put some
 * mailboxes there, and whoever takes the name down later has to know that they may be.
 */
async function push(
  { holding, secrets, call, save }: StepContext,
  sendingTool: SendingTool,
  missing: readonly DesiredMailbox[],
): Promise<void> {
  await save({}, async (tx) => {
    await tx
      .insert(mailboxLinks)
      .values(missing.map(({ id }) => ({ mailboxId: id, connectionId: holding.connection.id })))
      .onConflictDoUpdate({
        target: [mailboxLinks.mailboxId, mailboxLinks.connectionId],
        set: { want: 'connected', externalId: null, confirmedAt: null, abandonedAt: null },
      })
  })
  const outcomes = await sendingTool.ensureConnected(
    missing.map((mailbox) => ({
      address: mailbox.address,
      firstName: mailbox.firstName,
      lastName: mailbox.lastName,
      password: secrets.open(mailbox.secret ?? '', placeOf.mailbox(mailbox.id)),
      platform: holding.platform,
      dailyLimit: platformContents[holding.platform].dailyLimit,
    })),
    call,
  )
  throwFirstFailure(outcomes)
}

const consentSubject = ({ holding, facts }: StepContext) =>
  `${holding.connection.id} ${facts.host?.accountId}`

/**
 * Microsoft and Google let a sending tool in after an administrator has trusted it: once per connection and
 * account, by a person. The request is closed once mailboxes are seen there.
 */
async function consented(context: StepContext): Promise<void> {
  const { holding } = context
  const toolName = sendingToolNames[holding.connection.kind]
  const hostName = holding.platform === 'azure' ? 'Microsoft tenant' : 'Google account'
  const item = await ensureWorkItem(context, {
    kind: 'tool_consent',
    subject: consentSubject(context),
    instructions: `Trust ${toolName}'s app in the ${hostName} that ${context.name} is placed in (admin consent), so that mailboxes can be connected. Then answer done=yes.`,
  })
  if (!item.isClosed && item.answer?.done !== 'yes') throw waiting(context, withOurTeam(item))
}

async function waitForUpload(context: StepContext, missing: readonly DesiredMailbox[]): Promise<never> {
  const item = await ensureWorkItem(context, {
    kind: 'tool_upload',
    subject: context.name,
    instructions: `Upload the ${missing.length} mailboxes of ${context.name} to the customer's ${sendingToolNames[context.holding.connection.kind]} with its own uploader (CSV: npm run operator -- work-items csv --id <id>), then answer done=yes. It closes when they are listed there.`,
  })
  throw waiting(context, withOurTeam(item))
}

const waiting = ({ holding }: StepContext, cause: Meaning & Pick<VendorErrorDetails, 'reason' | 'told'>) =>
  new VendorError({
    vendor: holding.connection.kind === 'other' ? 'smtp' : holding.connection.kind,
    operation: 'connectMailboxes',
    ...cause,
  })

/** Takes mailboxes out of tools they should not be in any more: people left, the connection changed. */
async function disconnectUnwanted(context: StepContext): Promise<void> {
  const { desired, holding } = context
  await disconnectWhere(
    context,
    (mailbox, connectionId) =>
      mailbox.want !== 'active' || connectionId !== holding.connection.id || desired.holding?.want !== 'run',
  )
}

async function disconnectWhere(
  context: StepContext,
  isUnwanted: (mailbox: DesiredMailbox, connectionId: string) => boolean,
): Promise<void> {
  const { desired, save, now } = context
  const links = desired.mailboxes.flatMap((mailbox) =>
    mailbox.links
      .filter((link) => isStillLinked(link) && isUnwanted(mailbox, link.connectionId))
      .map(({ connectionId, externalId }) => ({
        mailboxId: mailbox.id,
        address: mailbox.address.toLowerCase(),
        connectionId,
        externalId,
      })),
  )
  for (const [connectionId, some] of Map.groupBy(links, (link) => link.connectionId)) {
    try {
      await disconnectFrom(context, connectionId, some)
    } catch (error) {
      // Dead credentials never hold up anything: tried for a day, then noted and left.
      if (!isVendorError(error, 'unauthorised') || !(await isGivenUp(context, connectionId))) throw error
      await save({}, async (tx) => {
        await tx
          .update(mailboxLinks)
          .set({ want: 'disconnected', abandonedAt: now() })
          .where(linksOf(connectionId, some))
      })
    }
  }
}

interface LinkToEnd {
  mailboxId: string
  address: string
  /** Null when the mailbox was on its way there and the tool has not listed it yet. */
  externalId: string | null
}

/** Takes mailboxes out of one tool, and believes that they are out when the tool no longer lists them. */
async function disconnectFrom(
  context: StepContext,
  connectionId: string,
  links: readonly LinkToEnd[],
): Promise<void> {
  const { vendors, call, save } = context
  const sendingTool = await vendors.sendingTool(connectionId)
  const listed = links.some((link) => link.externalId === null)
    ? await list(context, sendingTool)
    : new Map<string, ToolMailbox>()
  const ids = links.flatMap((link) => link.externalId ?? listed.get(link.address)?.externalId ?? [])
  const outcomes = await sendingTool.disconnect(ids, call)
  const standing = await list(context, sendingTool)
  const [left, gone] = [
    links.filter((link) => standing.has(link.address)),
    links.filter((link) => !standing.has(link.address)),
  ]
  if (gone.length > 0) {
    await save({}, async (tx) => {
      await tx
        .update(mailboxLinks)
        .set({ want: 'disconnected', externalId: null, confirmedAt: null })
        .where(linksOf(connectionId, gone))
    })
  }
  throwFirstFailure(outcomes)
  if (left.length > 0)
    throw waiting(context, {
      ...waitsForVendor,
      reason: `${left.length} of ${links.length} mailboxes are still listed there`,
    })
}

const toLink = ({ id }: DesiredMailbox) => ({ mailboxId: id })
const linksOf = (connectionId: string, links: readonly Pick<LinkToEnd, 'mailboxId'>[]) =>
  and(
    eq(mailboxLinks.connectionId, connectionId),
    inArray(
      mailboxLinks.mailboxId,
      links.map((link) => link.mailboxId),
    ),
  )

async function isGivenUp({ db, now }: StepContext, connectionId: string): Promise<boolean> {
  const [row] = await db
    .select({ refusedAt: toolConnections.refusedAt })
    .from(toolConnections)
    .where(eq(toolConnections.id, connectionId))
  return (
    row?.refusedAt !== null &&
    row !== undefined &&
    now().getTime() - row.refusedAt.getTime() > disconnectHours * 3600_000
  )
}

/** Retiring: no tool sends from these mailboxes any more. */
export const disconnect: Step = async (context) => {
  await disconnectWhere(context, () => true)
  return { facts: { tool: undefined, delivered: undefined } }
}
