import { required } from '#base/text/required.ts'
import { newMailboxWarmup } from '#features/tools/rules/new-mailbox-warmup.ts'
import { succeeded } from '#vendors/client/call-outcome.ts'
import { listByDomain } from '#vendors/client/list-by-domain.ts'
import {
  eachOnItsOwn,
  noFailures,
  outcomeOfBoth,
  type Round,
  runEach,
  runInChunks,
  runInRounds,
} from '#vendors/client/run-each.ts'
import { tryingTool } from '#vendors/client/tool-trial.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { type SendingTool, signInProviders } from '#vendors/ports/sending-tools.ts'
import { type BisonApi, bisonConcurrency, createBisonApi, sendersAtOnce } from './api.ts'
import { countsOf } from './counts.ts'
import { type SenderBody, toSignInResult, toToolMailbox } from './wire.ts'
import {
  type BisonCredentials,
  type KeepsWorkspaceToken,
  workspaceAmong,
  workspaceToken,
} from './workspace-token.ts'

/**
 * A customer's Email Bison workspace. Mailboxes get in by its sign-in pages; an instance that has none yet takes them by
 * the vendor's desktop uploader, operated by a person.
 */
export function createBisonTool(
  credentials: BisonCredentials,
  dependencies: VendorClientDependencies & KeepsWorkspaceToken,
): SendingTool {
  const api = createBisonApi(credentials, dependencies, workspaceToken(credentials, dependencies))
  return {
    kind: 'bison',
    signInAt: (platform) => ({
      async begin(ctx = {}) {
        const { id, url } = await api.beginSignIn(signInProviders[platform], ctx)
        return { link: url, session: id }
      },
      async result(session, ctx = {}) {
        const said = await api.signInSession(session, ctx)
        return said ? toSignInResult(said) : { state: 'lost' }
      },
    }),
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
    // There is no call that pauses: a sender with a daily limit of 0 and without warm-up sends nothing. Neither waits
    // for the other: where one is refused, the other is done all the same.
    async pause(externalIds, ctx = {}) {
      const cold = await eachOnItsOwn(
        externalIds,
        warming(api, false, ctx)(externalIds, () => {}),
      )
      const shownCold = new Set<string>()
      const still = await limiting(
        api,
        () => 0,
        ctx,
        (id, { warmup_enabled }) => {
          if (warmup_enabled === false) shownCold.add(id)
        },
      )(externalIds, () => {})
      return externalIds.map((id, at) => {
        const asked = required(cold[at], `the outcome of ${id}`)
        // A key that may not change warm-up need not, where the answer shows that there is none.
        const isBarred = !asked.ok && asked.error.kind === 'unauthorised'
        const warmed = isBarred && shownCold.has(id) ? succeeded(undefined) : asked
        return outcomeOfBoth(still[at] ?? warmed, warmed)
      })
    },
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
        const [first, ...others] = reached
        // The key of one workspace opens that one, whichever was chosen.
        if (first && others.length === 0) return { ...first, isOnly: true }
        if (!workspaceId) return undefined
        failuresConcern('workspace')
        return { ...workspaceAmong(reached, workspaceId), isOnly: false }
      }),
  }
}

/** The least that there can be where none at all is refused. */
const leastLimit = 1

/**
 * The reference names no least value (https://dedi.emailbison.com/api/reference), so 0 may be refused or be set to more:
 * the answer, which shows the sender as it is then, says what stands.
 */
async function limitTo(api: BisonApi, id: string, dailyLimit: number, ctx: CallContext): Promise<SenderBody> {
  const set = (to: number) => api.setDailyLimit(id, to, ctx)
  const answer = await set(dailyLimit).catch((error: unknown) => {
    if (dailyLimit > 0 || !isVendorError(error, 'rejected') || error.status !== 422) throw error
    return set(leastLimit)
  })
  const stands = answer.data.daily_limit ?? dailyLimit
  if (dailyLimit === 0 && stands > 0)
    throw new VendorError({
      vendor: 'bison',
      operation: 'setDailyLimit',
      kind: 'rejected',
      reason: `Email Bison takes no daily limit of 0, so a mailbox sends at most ${stands} a day; to stop it, take it out of its campaigns there`,
    })
  return answer.data
}

/** One call for each: the call for many is answered before it is done. */
const limiting =
  (
    api: BisonApi,
    limitOf: (id: string) => number,
    ctx: CallContext,
    onShown: (id: string, sender: SenderBody) => void = () => {},
  ): Round =>
  (ids, onOutcome) =>
    runEach(
      ids,
      bisonConcurrency,
      async (id) => {
        onShown(id, await limitTo(api, id, limitOf(id), ctx))
      },
      onOutcome,
    )

const warming =
  (api: BisonApi, on: boolean, ctx: CallContext): Round =>
  (ids, onOutcome) =>
    runInChunks(ids, { size: sendersAtOnce, concurrency: 1, onOutcome }, async (chunk) => {
      try {
        await api.setWarmup(chunk, on, ctx)
        return noFailures
      } catch (error) {
        if (chunk.length === 1 || !isRefused(error)) throw error
        return warmingEach(api, chunk, on, ctx)
      }
    })

/** One that is not there has the call for all of them refused. */
const isRefused = (error: unknown) => isVendorError(error, 'rejected') || isVendorError(error, 'not_found')

async function warmingEach(
  api: BisonApi,
  ids: readonly string[],
  on: boolean,
  ctx: CallContext,
): Promise<ReadonlyMap<string, VendorError>> {
  const failed = new Map<string, VendorError>()
  await runEach(
    ids,
    bisonConcurrency,
    (id) => api.setWarmup([id], on, ctx),
    (id, outcome) => {
      if (!outcome.ok) failed.set(id, outcome.error)
    },
  )
  return failed
}

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
