import { succeeded } from '#vendors/client/call-outcome.ts'
import { dropped, type VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import type { HostedMailbox, MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { SignInPreparation, SignInReadiness } from '#vendors/ports/sign-in-readiness.ts'
import { ensureConsent } from './consent.ts'
import { createEntraTokens } from './entra-token.ts'
import type { Exchange } from './exchange-invoke-command.ts'
import { createExchange } from './exchange-invoke-command.ts'
import type { Graph } from './graph.ts'
import { type BatchItem, createGraph } from './graph.ts'
import { directoryUser, directoryUserFields, hostedMailbox, lasting } from './graph-wire.ts'
import { licensedMailboxes } from './licensed-mailboxes.ts'
import { allowMailProtocols } from './mail-protocols.ts'
import { lastingPassword } from './make-mailboxes.ts'
import { messageTrace } from './message-trace.ts'
import { microsoftDomains } from './microsoft-domains.ts'
import { probeConsent, probeSending, probeTenant } from './probe.ts'
import { sendProofMail } from './proof-mail.ts'
import { restoreMailboxes, standing } from './restore-mailboxes.ts'
import { sendingLimit } from './sending-limit.ts'
import { sharedMailboxes } from './shared-mailboxes.ts'
import { readSignInInterrupts } from './sign-in-interrupts.ts'
import type { MicrosoftTenant, MicrosoftUrls } from './tenant.ts'

/** Both parts are done as far as they can be, so that whoever is asked for one of them need not wait for the other. */
async function prepareSignIn(
  graph: Graph,
  exchange: Exchange | undefined,
  request: SignInPreparation,
  ctx: CallContext = {},
): Promise<SignInReadiness> {
  const consent = request.mayConsent ? await ensureConsent(graph, request, ctx) : undefined
  const smtpAuth = await allowMailProtocols(exchange, request, ctx)
  if (consent !== undefined) return { state: 'needs_person', needs: 'consent', reason: consent }
  if (smtpAuth !== undefined) return { state: 'needs_person', needs: 'smtp_auth', reason: smtpAuth }
  return { state: 'ready' }
}

const photoMaxBytes = 4 * 1024 * 1024
export const userPageSize = 999

export interface MicrosoftDependencies extends VendorClientDependencies {
  /**
   * Whether Exchange's undocumented call may be used. On: shared mailboxes without licences, and DKIM by API. Off:
   * a licensed user for each mailbox, and DKIM by a person.
   */
  exchangeUndocumented: boolean
}

/** One tenant. It keeps its tokens: build it once for each tenant, not for each call. */
export function createMicrosoftHost(
  urls: MicrosoftUrls,
  tenant: MicrosoftTenant,
  dependencies: MicrosoftDependencies,
): MailboxHost {
  const withToken = createEntraTokens(urls, tenant, dependencies)
  const graph = createGraph(urls, tenant, dependencies, withToken)
  const exchange = dependencies.exchangeUndocumented
    ? createExchange(urls, tenant, dependencies, withToken)
    : undefined
  const makeMailboxes = exchange ? sharedMailboxes(graph, exchange) : licensedMailboxes(graph)

  async function listUsers(ctx: CallContext | undefined, name?: string) {
    const page = `/users?$select=${directoryUserFields.join(',')}&$top=${userPageSize}`
    if (name === undefined)
      return graph.list({ operation: 'listUsers', path: page, item: directoryUser }, ctx)
    const filter = encodeURIComponent(`endsWith(userPrincipalName,'@${name}')`)
    return graph.list(
      {
        operation: 'listUsers',
        path: `${page}&$count=true&$filter=${filter}`,
        // Asked for by Graph with this kind of filter.
        headers: { consistencylevel: 'eventual' },
        item: directoryUser,
      },
      ctx,
    )
  }

  /** One request for each mailbox, in batches; `isDone` says which refusals are success. */
  async function forEach(
    operation: string,
    items: BatchItem[],
    ctx: CallContext | undefined,
    isDone: (error: VendorError) => boolean = () => false,
  ): Promise<CallOutcome<void>[]> {
    const outcomes = await graph.batch(operation, items, ctx)
    return outcomes.map((outcome) =>
      outcome.ok || isDone(outcome.error) ? succeeded(undefined) : { ok: false, error: outcome.error },
    )
  }

  return {
    platform: 'azure',
    dkimBy: exchange ? 'api' : 'person',

    ...microsoftDomains(graph, exchange),
    ...(exchange && { blockedSenders: exchange.blockedSenders }),
    trace: messageTrace(graph, tenant, withToken),
    sendingLimit: (ctx) => sendingLimit(graph, exchange, ctx),

    async dkim(name, ctx = {}) {
      return exchange ? exchange.dkim(name, ctx) : { state: 'off', records: [] }
    },

    async ensureDkimKeys(name, ctx) {
      return exchange ? exchange.ensureDkimKeys(name, ctx) : { state: 'off', records: [] }
    },

    async enableDkim(name, ctx) {
      if (exchange) return exchange.enableDkim(name, ctx)
      throw new VendorError({
        vendor: 'microsoft',
        operation: 'enableDkim',
        kind: 'rejected',
        reason: 'a person switches DKIM on in the security portal',
      })
    },

    async mailboxes(name, ctx) {
      return (await listUsers(ctx, name)).map(hostedMailbox)
    },

    async allMailboxes(ctx) {
      return (await listUsers(ctx)).map(hostedMailbox)
    },

    async ensureMailboxes(mailboxes, ctx = {}) {
      const name = mailboxes[0]?.address.split('@')[1]
      if (name === undefined) return []
      const listed = await listUsers(ctx, name)
      const byAddress = new Map(listed.map((user) => [user.userPrincipalName.toLowerCase(), user]))
      const stood = mailboxes.map((wanted) => standing(wanted, byAddress.get(wanted.address.toLowerCase())))
      const outcomes = await makeMailboxes(await restoreMailboxes(graph, name, stood, ctx), ctx)
      return outcomes.map((outcome): CallOutcome<HostedMailbox> => {
        if (!outcome.ok) return outcome
        const { user, wanted } = outcome.value
        if (user) return succeeded({ ...hostedMailbox(user), address: wanted.address })
        return {
          ok: false,
          error: new VendorError({
            vendor: 'microsoft',
            operation: 'ensureMailboxes',
            ...waitsForVendor,
            reason: 'Microsoft does not show the new mailbox yet',
          }),
        }
      })
    },

    renameMailboxes: (changes, ctx) =>
      forEach(
        'renameMailboxes',
        changes.map(({ externalId, firstName, lastName }) => ({
          method: 'PATCH',
          path: `/users/${externalId}`,
          body: { displayName: `${firstName} ${lastName}`, givenName: firstName, surname: lastName },
        })),
        ctx,
      ),

    setMailboxesEnabled: (externalIds, enabled, ctx) =>
      forEach(
        enabled ? 'enableMailboxes' : 'disableMailboxes',
        externalIds.map((id) => ({
          method: 'PATCH',
          path: `/users/${id}`,
          body: { accountEnabled: enabled },
        })),
        ctx,
      ),

    async setPassword(id, password, ctx) {
      const body = lastingPassword(password)
      const request: BatchItem = { method: 'PATCH', path: `/users/${id}`, body, secret: password }
      const [outcome] = await forEach('setPassword', [request], ctx)
      if (outcome && !outcome.ok) throw outcome.error
    },

    letPasswordsLast: (externalIds, ctx) =>
      forEach(
        'letPasswordsLast',
        externalIds.map((id) => ({
          method: 'PATCH',
          path: `/users/${id}`,
          body: { passwordPolicies: lasting },
        })),
        ctx,
      ),

    /** Deleting the user deletes its mailbox: both stay restorable for 30 days. */
    deleteMailboxes: (externalIds, ctx) =>
      forEach(
        'deleteMailboxes',
        externalIds.map((id) => ({ method: 'DELETE', path: `/users/${id}` })),
        ctx,
        (error) => error.kind === 'not_found',
      ),

    async setPhoto(externalId, jpeg, ctx) {
      if (jpeg.byteLength > photoMaxBytes)
        throw new VendorError({
          vendor: 'microsoft',
          operation: 'setPhoto',
          kind: 'rejected',
          reason: 'the picture is larger than 4 MB',
        })
      await graph.call(
        {
          operation: 'setPhoto',
          method: 'PUT',
          path: `/users/${externalId}/photo/$value`,
          headers: { 'content-type': 'image/jpeg' },
          body: jpeg,
          answer: dropped,
        },
        ctx,
      )
    },

    sendProofMail: (mail, ctx) => sendProofMail(graph, mail, ctx),

    probe: (ctx) => probeTenant({ tenant, graph, exchange, withToken }, ctx),

    probeSending: (ctx) => probeSending(withToken, ctx),

    prepareSignIn: (request, ctx) => prepareSignIn(graph, exchange, request, ctx),

    signInInterrupts: (ctx) => readSignInInterrupts(graph, ctx),

    probeConsent: (ctx) => probeConsent(withToken, ctx),
  }
}
