import type { SendingTool } from '#vendors/ports/sending-tools.ts'
import { allSucceeded } from './all-succeeded.ts'
import type { ContractBench } from './contract.ts'
import type { CallOnMany, CallsOnMany } from './one-of-many.ts'

/** A mailbox as the tool has it, by its id; undefined where it has none. */
export type ShownInTool =
  | { dailyLimit: number | null; isWarm: boolean; sends: boolean; isStill: boolean }
  | undefined

/** No number that a tool may have as an id. */
const dailyLimit = 37

/** Calls on many mailboxes, which every sending tool knows alike. */
export function callsOnTool(
  open: (bench: ContractBench) => SendingTool,
  /** Three mailboxes there that send and warm up. */
  arrange: (bench: ContractBench) => Promise<string[]>,
  shown: (bench: ContractBench, id: string) => ShownInTool,
  refusedTogether: Partial<Record<CallsOnMany<SendingTool>, CallOnMany['refusedTogether']>> = {},
): Record<CallsOnMany<SendingTool>, CallOnMany> {
  const row = (
    name: CallsOnMany<SendingTool>,
    call: Omit<CallOnMany, 'arrange' | 'refusedTogether'>,
  ): CallOnMany => ({ arrange, ...call, refusedTogether: refusedTogether[name] ?? [] })
  return {
    configure: row('configure', {
      call: (bench, ids, ctx) => open(bench).configure(ids, { dailyLimit, warmupOn: true }, ctx),
      isDone: (bench, id) => shown(bench, id)?.dailyLimit === dailyLimit && shown(bench, id)?.isWarm === true,
    }),
    limit: row('limit', {
      call: (bench, ids, ctx) =>
        open(bench).limit(
          ids.map((externalId) => ({ externalId, dailyLimit })),
          ctx,
        ),
      isDone: (bench, id) => shown(bench, id)?.dailyLimit === dailyLimit,
    }),
    pause: row('pause', {
      call: (bench, ids, ctx) => open(bench).pause(ids, ctx),
      isDone: (bench, id) => shown(bench, id)?.isStill === true,
    }),
    resume: {
      ...row('resume', {
        call: (bench, ids, ctx) =>
          open(bench).resume(
            ids.map((externalId) => ({ externalId, sends: true, warmupOn: true, dailyLimit })),
            ctx,
          ),
        isDone: (bench, id) => shown(bench, id)?.sends === true && shown(bench, id)?.isWarm === true,
      }),
      arrange: async (bench) => {
        const ids = await arrange(bench)
        allSucceeded(await open(bench).pause(ids))
        return ids
      },
    },
    disconnect: row('disconnect', {
      call: (bench, ids, ctx) => open(bench).disconnect(ids, ctx),
      isDone: (bench, id) => shown(bench, id) === undefined,
      goneIsDone: true,
    }),
  }
}
