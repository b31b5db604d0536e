import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { isKnownApp } from '../../sending/known-apps.ts'
import { readLoginLink } from '../../sending/login-link.ts'
import type { DesiredMailbox } from '../desired.ts'
import type { StepContext } from '../step-context.ts'
import { ensureWorkItem } from '../work-items.ts'
import { hostOf, withOurTeam } from './mailbox-host.ts'
import { waiting } from './tool-calls.ts'

/** What is asked of people about a tool and an account, once for all names there. */
export const connectingSubject = ({ holding, facts }: StepContext) =>
  `${holding.connection.id} ${facts.host?.accountId}`

/**
 * The host lets the sending tool in to these mailboxes. Where an API can see to it, it does; where not, a person of the
 * operator is asked, once for a connection and account. The request is closed once mailboxes are connected there.
 * @param page the tool's sign-in page for one of them, as it gave it
 */
export async function makeReady(
  context: StepContext,
  page: string | undefined,
  mailboxes: readonly DesiredMailbox[],
): Promise<void> {
  const toDo = await whatIsToDo(context, page, mailboxes)
  if (!toDo) return
  const item = await ensureWorkItem(context, {
    kind: 'tool_consent',
    subject: connectingSubject(context),
    instructions: `${toDo} Then answer that it is done.`,
  })
  if (!item.isClosed && item.answer?.done !== 'yes') throw waiting(context, withOurTeam(item))
}

/** What a person has to do before mailboxes can be signed in to; undefined where nothing is. */
async function whatIsToDo(
  context: StepContext,
  page: string | undefined,
  mailboxes: readonly DesiredMailbox[],
): Promise<string | undefined> {
  const { holding, call, name } = context
  const toolName = sendingToolNames[holding.connection.kind]
  const hostName = holding.platform === 'azure' ? 'Microsoft tenant' : 'Google account'
  const trust = `Trust ${toolName}'s app in the ${hostName} that ${name} is placed in (admin consent), so that mailboxes can be connected.`
  const link = page === undefined ? undefined : readLoginLink(page)
  if (link?.kind !== 'authorize') return trust
  // The link may be a customer's own: an app that nobody knows would be let in to everybody's mailboxes there.
  const isKnown = holding.platform !== 'azure' || isKnownApp(holding.connection.kind, link.clientId)
  const host = await hostOf(context)
  const readiness = await host.prepareSignIn(
    {
      clientId: link.clientId,
      scopes: link.scopes,
      mayConsent: isKnown,
      mailboxes: mailboxes.flatMap(({ externalId, address }) =>
        externalId === null ? [] : [{ externalId, address }],
      ),
    },
    call,
  )
  const notByApi = readiness.state === 'ready' ? '' : ` By API it could not be done: ${readiness.reason}.`
  if (!isKnown)
    return `${trust} Its link names the app ${link.clientId}, which is not known as ${toolName}'s: make sure whose it is.${notByApi}`
  if (notByApi) return `${trust}${notByApi}`
  // Then each mailbox is asked for consent, although the app has it.
  return holding.platform === 'azure' && link.prompt === 'consent'
    ? `${toolName}'s sign-in link asks every mailbox for consent (prompt=consent), even though ${toolName}'s app is trusted in the tenant that ${name} is placed in. Let its users consent to this app (Entra admin center, Enterprise applications, Consent and permissions), or have the link replaced by one without prompt=consent. Otherwise Microsoft may ask for an administrator at each sign-in.`
    : undefined
}
