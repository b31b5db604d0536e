import { useState } from 'react'
import * as z from 'zod/mini'
import type { DomainType } from '#features/names/rules/domain-type.ts'
import { type ChangedBy, type GroupPeople, presentPeople } from '#features/orders/rules/changed-meanwhile.ts'
import { requestedMessage } from '#features/orders/rules/order-actions.ts'
import {
  isChangedMeanwhile,
  type News,
  quietWhenChanged,
} from '#features/orders/web/shared/changed-meanwhile.tsx'
import { useDialogEntries } from '#features/orders/web/shared/kept-dialog.tsx'
import { refetchOrders } from '#features/orders/web/shared/orders-query.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { call } from '#ui/api.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { updateUsernames } from '../../api/usernames.ts'
import type { DescribedGroup } from '../../rules/people-diff.ts'
import type { PeopleContext, PersonName } from '../../rules/person-name.ts'
import { isSameGroups, peopleNews, rebaseRows } from '../../rules/rebase-usernames.ts'
import { shownOf } from '../../rules/shares-after.ts'
import {
  peopleAfter,
  type UsernameRow,
  usernameChangesProblem,
  usernameRows,
} from '../../rules/username-changes.ts'
import { buildUsernameUpdate, type PersonShare } from '../../rules/username-update.ts'
import { noName } from '../new-person-form.tsx'

/** A selected group as the details show it. */
export interface EditedGroup extends DescribedGroup {
  groupId: string
  plan: PlanId
}

export interface UsernamesOptions {
  /** Who is there now, kept fresh. */
  groups: readonly EditedGroup[]
  domains: readonly { domain: string; domainType: DomainType }[]
  onUpdated: () => void
}

const name = { firstName: z.string(), lastName: z.string() }
/** The rows, once one was changed, and a person who is typed and not added. */
const entered = z.object({
  rows: z.optional(
    z.array(
      z.object({
        ...name,
        id: z.string(),
        azureInboxCount: z.number(),
        googleInboxCount: z.number(),
        newFirstName: z.string(),
        newLastName: z.string(),
        isDeleted: z.boolean(),
        isReplacement: z.boolean(),
      }),
    ),
  ),
  person: z.optional(z.object(name)),
})

/** The rows of the form, over people that may be changed meanwhile, and how they are sent. */
export function useUsernames({ groups, domains, onUpdated }: UsernamesOptions) {
  const naming = useConfig()
  const where: PeopleContext = {
    context: 'orders',
    plans: groups.map(({ plan }) => plan),
    naming,
  }
  /** What the entries are based on, and what was fetched last. */
  const [started, setStarted] = useState(groups)
  const [seen, setSeen] = useState(groups)
  const [news, setNews] = useState<News>()
  const [entries, setEntries] = useDialogEntries(entered)
  // Those that were left may be of people whom others have changed since.
  const [rows, setShown] = useState(() =>
    entries?.rows ? rebaseRows(entries.rows, sharesOf(groups)) : usernameRows(sharesOf(groups)),
  )
  const setRows = (next: UsernameRow[]) => {
    setShown(next)
    setEntries((before) => ({ ...before, rows: next }))
  }
  const [isConfirming, setConfirming] = useState(false)

  const after = peopleAfter(rows)
  const problem = usernameChangesProblem(rows, where)
  const updating = useAction({
    mutationFn: () => call(updateUsernames, { body: buildUsernameUpdate(after, domains, peopleOf(started)) }),
    meta: quietWhenChanged,
    isDone: () => true,
    onSuccess: () => {
      toast.success(requestedMessage('usernamesRequested', domains.length))
      void refetchOrders()
      onUpdated()
    },
    onError: (error) => {
      if (!isChangedMeanwhile(error)) return
      const now = presentPeople.safeParse(error.details)
      if (!now.success) return
      const present = new Map(now.data.groups.map(({ groupId, people }) => [groupId, people]))
      rebaseOn(
        started.map((group) => ({ ...group, before: present.get(group.groupId) ?? group.before })),
        now.data.changed,
      )
      void refetchOrders()
    },
  })
  /** Puts what was entered on top of the people there are by now; what that does has to be confirmed again. */
  const rebaseOn = (now: readonly EditedGroup[], changed: ChangedBy) => {
    setNews({ ...peopleNews(started, now, rows), changed })
    setStarted(now)
    setShown(rebaseRows(rows, sharesOf(now)))
    setConfirming(false)
  }
  if (!updating.isPending && !updating.isSuccess && !isSame(seen, groups)) {
    setSeen(groups)
    // What a question says that stands open is not changed under the hand of who answers it.
    if (!isSameGroups(started, groups) || isConfirming) rebaseOn(groups, null)
    else setStarted(groups)
  }
  return {
    where,
    started,
    news,
    rows,
    setRows,
    person: entries?.person ?? noName,
    typePerson: (person: PersonName) => setEntries((before) => ({ ...before, person })),
    problem,
    isConfirming,
    setConfirming,
    update: () => updating.mutateAsync(),
  }
}

/** Whether all that is known of the groups is the same. */
const isSame = (some: readonly EditedGroup[], others: readonly EditedGroup[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others)

const peopleOf = (groups: readonly EditedGroup[]): GroupPeople[] =>
  groups.map(({ groupId, before }) => ({ groupId, people: [...before] }))

/** Everybody in these groups, with the mailboxes per domain that customers see. */
const sharesOf = (groups: readonly EditedGroup[]): PersonShare[] =>
  groups.flatMap(({ before, platforms }) => shownOf(before, platforms))
