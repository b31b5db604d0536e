import { and, eq, sql } from 'drizzle-orm'
import { platformContents } from '#shared/plans/catalog.ts'
import { isFileTool, sendingToolNames } from '#shared/tools/sending-tools.ts'
import { mailboxLinks, toolConnections } from '../../db/schema/index.ts'
import { placeOf } from '../../db/sealed-columns.ts'
import type { SendingTool } from '../../providers/ports/sending-tools.ts'
import { waitsForOperator, waitsForVendor } from '../../providers/vendor-error.ts'
import { type DesiredMailbox, mailboxesToConnect, toolDigest } from '../desired.ts'
import { mailboxesWere } from '../healing-sentences.ts'
import type { Step, StepContext } from '../step-context.ts'
import { closeWorkItem, ensureWorkItem } from '../work-items.ts'
import { confirmConnections, type OpenMailboxes } from './confirm-connections.ts'
import { disconnectUnwanted } from './disconnect.ts'
import { withOurTeam } from './mailbox-host.ts'
import { throwFirstFailure } from './mailboxes.ts'
import { resumePaused } from './pause-tool.ts'
import { linksOf, list, toLink, waiting } from './tool-calls.ts'

/**
 * The sending tool can use exactly the wanted mailboxes: it is asked what it has, the missing ones are pushed, and it is
 * asked again. A mailbox counts as delivered only when the tool itself says that it is connected.
 */
export const tool: Step = async (context) => {
  const { desired, holding, vendors, call, at } = context
  const digest = toolDigest(desired)
  await disconnectUnwanted(context)
  if (isFileTool(holding.connection.kind)) return { facts: { tool: { at: at(), digest } } }

  const wanted = mailboxesToConnect(desired)
  const sendingTool = await vendors.sendingTool(holding.connection.id)
  const settings = { dailyLimit: platformContents[holding.platform].dailyLimit, warmupOn: true }
  // First: a tool does not say of what is paused whether it can use it.
  let listed = await resumePaused(context, sendingTool, await list(context, sendingTool), settings.dailyLimit)
  let open = await confirmConnections(context, wanted, listed)
  const absent = new Set(open.missing)
  if (context.facts.tool?.digest === digest) await noteWhatIsGone(context, open)
  if (absent.size > 0) {
    if (sendingTool.connectsBy(holding.platform) === 'person') await waitForUpload(context, open.missing)
    await consented(context)
    await push(context, sendingTool, open.missing)
    listed = await list(context, sendingTool)
    open = await confirmConnections(context, wanted, listed)
  }
  await allConnected(context, wanted.length, open)
  // What was brought in once is the customer's to adjust there: only connecting it sets limit and warm-up.
  const unconfigured = wanted.filter(
    (mailbox) =>
      absent.has(mailbox) ||
      !mailbox.links.some((link) => link.connectionId === holding.connection.id && link.configuredAt),
  )
  // Connecting by API sets warm-up; what a person has uploaded begins as their uploader left it.
  const isUploaded = sendingTool.connectsBy(holding.platform) === 'person'
  const unset = unconfigured.flatMap((mailbox) => {
    const standing = listed.get(mailbox.address)
    // What the tool itself has barred from warm-up would be set again for ever.
    const isCold = standing !== undefined && !standing.warmupOn && !standing.warmupBarred
    const isUnset = isUploaded || standing?.dailyLimit !== settings.dailyLimit || isCold
    return standing && isUnset ? [standing.externalId] : []
  })
  if (unset.length > 0) throwFirstFailure(await sendingTool.configure(unset, settings, call))
  return {
    facts: { tool: { at: at(), digest } },
    async also(tx) {
      await tx
        .update(toolConnections)
        .set({ state: 'working', problem: null })
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

/** Mailboxes that the tool could use before, and does not have or cannot use any more. */
async function noteWhatIsGone({ holding, noteHealing }: StepContext, open: OpenMailboxes): Promise<void> {
  const wasConnected = ({ links }: DesiredMailbox) =>
    links.some(
      ({ connectionId, connectedAt }) => connectionId === holding.connection.id && connectedAt !== null,
    )
  const name = sendingToolNames[holding.connection.kind]
  const signedOut = open.refused.filter(({ mailbox }) => wasConnected(mailbox)).length
  const found = [
    mailboxesWere(open.missing.filter(wasConnected).length, `missing in ${name}`, 'put back'),
    mailboxesWere(signedOut, `signed out of ${name}`, 'signed in again'),
  ].filter((sentence) => sentence !== undefined)
  if (found.length > 0) await noteHealing('tool', found.join('. '))
}

/** Waits until the tool can use every one; where it says that it cannot, somebody has to see to it. */
async function allConnected(context: StepContext, wanted: number, open: OpenMailboxes): Promise<void> {
  const { missing, pending, refused } = open
  const left = missing.length + pending.length + refused.length
  if (left === 0) return
  const sofar = `${wanted - left} of ${wanted} mailboxes are connected there so far`
  const [first] = refused
  if (!first) throw waiting(context, { ...waitsForVendor, reason: sofar })
  const reason = `${sofar}, ${refused.length} cannot be signed in to: ${first.reason}`
  await context.save({}, (tx) =>
    context.alert(tx, {
      // One for all names there: as a rule it is the same thing that is wrong.
      key: `not-connected:${context.holding.connection.id}:${context.at().slice(0, 10)}`,
      subject: `${sendingToolNames[context.holding.connection.kind]} cannot sign in to mailboxes`,
      text: `${context.name}: ${reason}.\n\nSee: npm run operator -- order show --domain ${context.name}`,
    }),
  )
  throw waiting(context, { ...waitsForOperator, reason, told: reason })
}

/**
 * Connects what is missing. What is about to be connected is noted first: a push that fails half-way has put some
 * mailboxes there, and the run that takes the name down later has to know that they may be.
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
