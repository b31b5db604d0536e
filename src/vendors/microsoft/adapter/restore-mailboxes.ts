import { continueWith, failed, succeeded } from '#vendors/client/call-outcome.ts'
import { anothersMailbox, isFormer, isOwn, keptUntil } from '#vendors/client/own-mailbox.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import type { NewMailbox } from '#vendors/ports/mailbox-hosts.ts'
import type { Graph } from './graph.ts'
import { type DeletedUser, type DirectoryUser, deletedUser } from './graph-wire.ts'
import { batchEach, type Making, withoutUser } from './make-mailboxes.ts'

export const keptMs = 30 * 86_400_000

/** Whom the directory shows under a wanted address: nobody, or who is ours. One with a former password gets ours. */
export function standing(wanted: NewMailbox, user: DirectoryUser | undefined): CallOutcome<Making> {
  if (!user) return succeeded({ wanted, user })
  if (!isOwn(wanted, { id: user.id, mark: user.mailNickname }))
    return failed(anothersMailbox('microsoft', wanted))
  return succeeded({ wanted, user: isFormer(wanted, user) ? { ...user, accountEnabled: false } : user })
}

/**
 * Users who were removed keep their addresses for 30 days, although Graph lets others have them meanwhile: who is ours is
 * restored with the mailbox, and nobody gets anybody else's.
 * https://learn.microsoft.com/graph/api/directory-deleteditems-list
 */
export async function restoreMailboxes(
  graph: Graph,
  name: string,
  making: readonly CallOutcome<Making>[],
  ctx: CallContext,
): Promise<CallOutcome<Making>[]> {
  if (!making.some((each) => each.ok && withoutUser(each.value))) return [...making]
  const filter = encodeURIComponent(`endsWith(userPrincipalName,'@${name}')`)
  const deleted = await graph.list(
    {
      operation: 'listDeletedUsers',
      path: `/directory/deletedItems/microsoft.graph.user?$select=id,userPrincipalName,mailNickname,deletedDateTime&$top=999&$count=true&$filter=${filter}`,
      headers: { consistencylevel: 'eventual' },
      item: deletedUser,
    },
    ctx,
  )
  const byAddress = Map.groupBy(deleted, addressOf)
  const found = new Map<Making, DeletedUser>()
  const checked = making.map((each): CallOutcome<Making> => {
    if (!each.ok || !withoutUser(each.value)) return each
    const { wanted } = each.value
    const removed = byAddress.get(wanted.address.toLowerCase()) ?? []
    const own = removed
      .filter(({ id, mailNickname }) => isOwn(wanted, { id, mark: mailNickname }))
      .sort((a, b) => b.deletedDateTime.getTime() - a.deletedDateTime.getTime())[0]
    if (own) found.set(each.value, own)
    const [others] = removed.filter((user) => user !== own)
    if (own || !others) return each
    return failed(keptUntil('microsoft', wanted, new Date(others.deletedDateTime.getTime() + keptMs)))
  })
  return continueWith(
    checked,
    (each) => found.has(each),
    (due) =>
      batchEach(
        graph,
        'restoreUser',
        due,
        (each) => ({ method: 'POST', path: `/directory/deletedItems/${found.get(each)?.id}/restore` }),
        (each, outcome) => {
          const id = found.get(each)?.id
          if (!outcome.ok || id === undefined) return outcome.ok ? succeeded(each) : outcome
          return succeeded({
            ...each,
            user: { id, userPrincipalName: each.wanted.address, accountEnabled: false },
          })
        },
        ctx,
      ),
  )
}

/** Graph puts the id, without dashes, before the name of who is removed. */
const addressOf = ({ id, userPrincipalName }: DeletedUser): string => {
  const name = userPrincipalName.toLowerCase()
  const before = id.replaceAll('-', '').toLowerCase()
  return name.startsWith(before) ? name.slice(before.length) : name
}
