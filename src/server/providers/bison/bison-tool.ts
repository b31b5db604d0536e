import { newMailboxWarmup } from '#shared/tools/new-mailbox-warmup.ts'
import { domainOf, listByDomain } from '../list-by-domain.ts'
import type { MailServers } from '../mail-servers.ts'
import type { CallContext } from '../ports/call-context.ts'
import type { NewMailbox } from '../ports/mailbox-hosts.ts'
import type { MailboxToConnect, SendingTool, ToolMailbox } from '../ports/sending-tools.ts'
import { noFailures, type Round, settleEach, settleInChunks, settleInRounds } from '../settle-each.ts'
import { tryingTool } from '../tool-trial.ts'
import type { VendorClientDependencies } from '../vendor-client.ts'
import { isVendorError, VendorError, waitsForOperator } from '../vendor-error.ts'
import { type BisonApi, bisonConcurrency, createBisonApi, sendersAtOnce } from './api.ts'
import { type SenderBody, toToolMailbox } from './wire.ts'
import {
  type BisonCredentials,
  type KeepsWorkspaceToken,
  workspaceAmong,
  workspaceToken,
} from './workspace-token.ts'

export interface BisonTool extends SendingTool {
  /** Adds a mailbox that signs in by password over IMAP and SMTP. Looks by address first. */
  ensureImapSmtpMailbox(
    mailbox: NewMailbox & { dailyLimit: number },
    servers: MailServers,
    ctx?: CallContext,
  ): Promise<ToolMailbox>
}

/**
 * A customer's Email Bison workspace. Microsoft and Google mailboxes get in by the vendor's desktop uploader,
 * operated by a person; from then on this lists, configures and disconnects them.
 */
export function createBisonTool(
  credentials: BisonCredentials,
  dependencies: VendorClientDependencies & KeepsWorkspaceToken,
): BisonTool {
  const api = createBisonApi(credentials, dependencies, workspaceToken(credentials, dependencies))
  return {
    kind: 'bison',
    connectsBy: () => 'person',
    async mailboxes(domains, ctx = {}) {
      const found = await listByDomain(domains, api.senderPages(ctx), (row) => row.email)
      return found.map(toToolMailbox)
    },
    async ensureConnected(mailboxes, ctx = {}) {
      const there = await sendersAt(api, mailboxes, ctx)
      return settleEach(mailboxes, bisonConcurrency, async (mailbox) => {
        const sender = there.get(mailbox.address.toLowerCase())
        if (!sender) throw notUploaded()
        return adjust(api, sender, mailbox.dailyLimit, ctx)
      })
    },
    configure: (externalIds, { dailyLimit, warmupOn }, ctx = {}) =>
      settleInRounds(externalIds, [
        limiting(api, () => dailyLimit, ctx),
        ...(warmupOn ? [warmupLimiting(api, ctx)] : []),
        warming(api, warmupOn, ctx),
      ]),
    // There is no call that pauses: a sender without a daily limit and without warm-up sends nothing.
    pause: (externalIds, ctx = {}) =>
      settleInRounds(externalIds, [limiting(api, () => 0, ctx), warming(api, false, ctx)]),
    resume(mailboxes, ctx = {}) {
      const byId = new Map(mailboxes.map((mailbox) => [mailbox.externalId, mailbox]))
      return settleInRounds(
        [...byId.keys()],
        [
          limiting(api, (id) => byId.get(id)?.dailyLimit ?? 0, ctx),
          async (ids, onSettled) =>
            warming(
              api,
              true,
              ctx,
            )(
              ids.filter((id) => byId.get(id)?.warmupOn),
              onSettled,
            ),
        ],
      )
    },
    disconnect: (externalIds, ctx = {}) =>
      settleEach(externalIds, bisonConcurrency, (id) => api.deleteSender(id, ctx)),
    probe: (ctx = {}) =>
      tryingTool(async (failuresConcern) => {
        // Not as mailboxes are listed: that makes a key of the workspace where there is none yet.
        const { workspaceId } = credentials
        const reached = await createBisonApi(credentials, dependencies)
          .workspaces(ctx)
          .catch((error: unknown) => {
            if (isVendorError(error) && error.kind !== 'unauthorised') failuresConcern('url')
            throw error
          })
        if (!workspaceId) return reached.length === 1 ? reached[0]?.name : undefined
        failuresConcern('workspace')
        return workspaceAmong(reached, workspaceId).name
      }),
    async ensureImapSmtpMailbox(mailbox, servers, ctx = {}) {
      const there = await findSender(api, mailbox.address, ctx)
      return adjust(api, there ?? (await addSender(api, mailbox, servers, ctx)), mailbox.dailyLimit, ctx)
    },
  }
}

/** One call for each: the call for many is answered before it is done. */
const limiting =
  (api: BisonApi, limitOf: (id: string) => number, ctx: CallContext): Round =>
  (ids, onSettled) =>
    settleEach(
      ids,
      bisonConcurrency,
      async (id) => {
        await api.setDailyLimit(id, limitOf(id), ctx)
      },
      onSettled,
    )

const warming =
  (api: BisonApi, on: boolean, ctx: CallContext): Round =>
  (ids, onSettled) =>
    settleInChunks(ids, { size: sendersAtOnce, concurrency: 1, onSettled }, async (chunk) => {
      await api.setWarmup(chunk, on, ctx)
      return noFailures
    })

const warmupLimiting =
  (api: BisonApi, ctx: CallContext): Round =>
  (ids, onSettled) =>
    settleInChunks(ids, { size: sendersAtOnce, concurrency: 1, onSettled }, async (chunk) => {
      await api.setWarmupLimit(chunk, newMailboxWarmup.bison.limit, ctx)
      return noFailures
    })

async function sendersAt(
  api: BisonApi,
  mailboxes: readonly MailboxToConnect[],
  ctx: CallContext,
): Promise<Map<string, SenderBody>> {
  const domains = [...new Set(mailboxes.map((mailbox) => domainOf(mailbox.address)))]
  const found = await listByDomain(domains, api.senderPages(ctx), (row) => row.email)
  return new Map(found.map((row) => [row.email.toLowerCase(), row]))
}

async function findSender(api: BisonApi, address: string, ctx: CallContext): Promise<SenderBody | undefined> {
  const wanted = address.toLowerCase()
  for await (const page of api.senderPages(ctx)(wanted)) {
    const found = page.find((row) => row.email.toLowerCase() === wanted)
    if (found) return found
  }
  return undefined
}

async function adjust(
  api: BisonApi,
  there: SenderBody,
  dailyLimit: number,
  ctx: CallContext,
): Promise<ToolMailbox> {
  const id = String(there.id)
  if (there.daily_limit !== dailyLimit) await api.setDailyLimit(id, dailyLimit, ctx)
  if (!there.warmup_enabled) {
    await api.setWarmupLimit([id], newMailboxWarmup.bison.limit, ctx)
    await api.setWarmup([id], true, ctx)
  }
  return { ...toToolMailbox(there), dailyLimit, warmupOn: true }
}

async function addSender(
  api: BisonApi,
  mailbox: NewMailbox,
  servers: MailServers,
  ctx: CallContext,
): Promise<SenderBody> {
  try {
    const { data } = await api.addImapSmtp(
      {
        name: `${mailbox.firstName} ${mailbox.lastName}`.trim(),
        email: mailbox.address,
        password: mailbox.password,
        imap_server: servers.imapHost,
        imap_port: servers.imapPort,
        smtp_server: servers.smtpHost,
        smtp_port: servers.smtpPort,
      },
      [mailbox.password],
      ctx,
    )
    return data
  } catch (error) {
    // A duplicate is answered 422: success when it is in this workspace.
    if (!isVendorError(error, 'rejected')) throw error
    const made = await findSender(api, mailbox.address, ctx)
    if (made) return made
    throw error
  }
}

const notUploaded = () =>
  new VendorError({
    vendor: 'bison',
    operation: 'ensureConnected',
    ...waitsForOperator,
    reason: 'the mailbox has not been uploaded to the workspace yet',
  })
