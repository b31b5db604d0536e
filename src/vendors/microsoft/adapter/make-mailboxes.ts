import { continueWith, succeeded } from '#vendors/client/call-outcome.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import type { NewMailbox } from '#vendors/ports/mailbox-hosts.ts'
import type { BatchItem, Graph } from './graph.ts'
import { type DirectoryUser, lasting } from './graph-wire.ts'

/** A mailbox on its way: what is wanted, and the directory user it has so far. */
export interface Making {
  wanted: NewMailbox
  user: DirectoryUser | undefined
}

/** Takes mailboxes from wherever they are to made; each has its own outcome. */
export type MakeMailboxes = (
  making: readonly CallOutcome<Making>[],
  ctx: CallContext,
) => Promise<CallOutcome<Making>[]>

/** A password of ours, which stays: or the tool would be signed out when it expires. */
export const lastingPassword = (password: string) => ({
  passwordProfile: { password, forceChangePasswordNextSignIn: false },
  passwordPolicies: lasting,
})

export const withoutUser = ({ user }: Making): boolean => user === undefined
const isDisabled = ({ user }: Making): boolean => user !== undefined && user.accountEnabled !== true

/** Sends one request for each in a batch and reads each answer. */
export async function batchEach(
  graph: Graph,
  operation: string,
  due: readonly Making[],
  request: (making: Making) => BatchItem,
  read: (making: Making, outcome: CallOutcome<unknown>) => CallOutcome<Making>,
  ctx: CallContext,
): Promise<CallOutcome<Making>[]> {
  const outcomes = await graph.batch(operation, due.map(request), ctx)
  return due.flatMap((making, index) => {
    const outcome = outcomes[index]
    return outcome ? [read(making, outcome)] : []
  })
}

/**
 * Lets people sign in, with our password and under the address as sign-in name: Exchange makes a shared mailbox's
 * user disabled and under a name of its own. Not yet there for Graph means not yet done.
 */
export function enableSignIn(graph: Graph, outcomes: readonly CallOutcome<Making>[], ctx: CallContext) {
  return continueWith(outcomes, isDisabled, (due) =>
    batchEach(
      graph,
      'enableSignIn',
      due,
      ({ wanted, user }) => ({
        method: 'PATCH',
        path: `/users/${user?.id}`,
        body: {
          accountEnabled: true,
          userPrincipalName: wanted.address,
          ...lastingPassword(wanted.password),
        },
        secret: wanted.password,
      }),
      (making, outcome) => {
        if (!outcome.ok) return outcome.error.kind === 'not_found' ? succeeded(making) : outcome
        return succeeded({
          ...making,
          user: making.user && {
            ...making.user,
            userPrincipalName: making.wanted.address,
            accountEnabled: true,
          },
        })
      },
      ctx,
    ),
  )
}
