import { newMailboxWarmup } from '#shared/tools/new-mailbox-warmup.ts'
import { listByDomain } from '../list-by-domain.ts'
import type { CallContext } from '../ports/call-context.ts'
import type { SendingTool } from '../ports/sending-tools.ts'
import { noFailures, type Round, runEach, runInChunks, runInRounds } from '../run-each.ts'
import { tryingTool } from '../tool-trial.ts'
import type { VendorClientDependencies } from '../vendor-client.ts'
import { isVendorError } from '../vendor-error.ts'
import { type BisonApi, bisonConcurrency, createBisonApi, sendersAtOnce } from './api.ts'
import { countsOf } from './counts.ts'
import { type SenderBody, toToolMailbox } from './wire.ts'
import {
  type BisonCredentials,
  type KeepsWorkspaceToken,
  workspaceAmong,
  workspaceToken,
} from './workspace-token.ts'

/**
 * A customer's Email Bison workspace. Microsoft and Google mailboxes get in by the vendor's desktop uploader,
 * operated by a person; from then on this lists, configures and disconnects them.
 */
export function createBisonTool(
  credentials: BisonCredentials,
  dependencies: VendorClientDependencies & KeepsWorkspaceToken,
): SendingTool {
  const api = createBisonApi(credentials, dependencies, workspaceToken(credentials, dependencies))
  return {
    kind: 'bison',
    signInAt: () => undefined,
    async mailboxes(domains, ctx = {}) {
      const found = await listByDomain(domains, api.senderPages(ctx), (row) => row.email)
      return found.map(toToolMailbox)
    },
    async mailbox(address, ctx = {}) {
      const found = await findSender(api, address, ctx)
      return found && toToolMailbox(found)
    },
    configure: (externalIds, { dailyLimit, warmupOn }, ctx = {}) =>
      runInRounds(externalIds, [
        limiting(api, () => dailyLimit, ctx),
        ...(warmupOn ? [warmupLimiting(api, ctx)] : []),
        warming(api, warmupOn, ctx),
      ]),
    limit(mailboxes, ctx = {}) {
      const limits = new Map(mailboxes.map(({ externalId, dailyLimit }) => [externalId, dailyLimit]))
      return runInRounds([...limits.keys()], [limiting(api, (id) => limits.get(id) ?? 0, ctx)])
    },
    counts: (addresses, days, ctx = {}) => countsOf(api, addresses, days, ctx),
    // There is no call that pauses: a sender without a daily limit and without warm-up sends nothing.
    pause: (externalIds, ctx = {}) =>
      runInRounds(externalIds, [limiting(api, () => 0, ctx), warming(api, false, ctx)]),
    resume(mailboxes, ctx = {}) {
      const byId = new Map(mailboxes.map((mailbox) => [mailbox.externalId, mailbox]))
      return runInRounds(
        [...byId.keys()],
        [
          limiting(api, (id) => byId.get(id)?.dailyLimit ?? 0, ctx),
          async (ids, onOutcome) =>
            warming(
              api,
              true,
              ctx,
            )(
              ids.filter((id) => byId.get(id)?.warmupOn),
              onOutcome,
            ),
        ],
      )
    },
    disconnect: (externalIds, ctx = {}) =>
      runEach(externalIds, bisonConcurrency, (id) => api.deleteSender(id, ctx)),
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
  }
}

/** One call for each: the call for many is answered before it is done. */
const limiting =
  (api: BisonApi, limitOf: (id: string) => number, ctx: CallContext): Round =>
  (ids, onOutcome) =>
    runEach(
      ids,
      bisonConcurrency,
      async (id) => {
        await api.setDailyLimit(id, limitOf(id), ctx)
      },
      onOutcome,
    )

const warming =
  (api: BisonApi, on: boolean, ctx: CallContext): Round =>
  (ids, onOutcome) =>
    runInChunks(ids, { size: sendersAtOnce, concurrency: 1, onOutcome }, async (chunk) => {
      await api.setWarmup(chunk, on, ctx)
      return noFailures
    })

const warmupLimiting =
  (api: BisonApi, ctx: CallContext): Round =>
  (ids, onOutcome) =>
    runInChunks(ids, { size: sendersAtOnce, concurrency: 1, onOutcome }, async (chunk) => {
      await api.setWarmupLimit(chunk, newMailboxWarmup.bison.limit, ctx)
      return noFailures
    })

async function findSender(api: BisonApi, address: string, ctx: CallContext): Promise<SenderBody | undefined> {
  const wanted = address.toLowerCase()
  for await (const page of api.senderPages(ctx)(wanted)) {
    const found = page.find((row) => row.email.toLowerCase() === wanted)
    if (found) return found
  }
  return undefined
}
