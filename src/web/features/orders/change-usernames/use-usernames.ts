import { useState } from 'react'
import { updateUsernames } from '#shared/api/users.ts'
import type { DomainType } from '#shared/domains/domain-type.ts'
import { type ChangedBy, changedMeanwhileMessages, presentPeople } from '#shared/orders/changed-meanwhile.ts'
import { requestedMessage } from '#shared/orders/order-actions.ts'
import type { PeopleContext, PersonName } from '#shared/people/person-name.ts'
import { isSameGroups, peopleNews, rebaseRows } from '#shared/people/rebase-usernames.ts'
import { sharesAfter, shownOf } from '#shared/people/shares-after.ts'
import { peopleAfter, usernameChangesProblem, usernameRows } from '#shared/people/username-changes.ts'
import { buildUsernameUpdate, type PersonShare } from '#shared/people/username-update.ts'
import type { PlanId, Platform } from '#shared/plans/catalog.ts'
import { call } from '../../../api.ts'
import { useConfig } from '../../../app-shell/use-config.ts'
import { toast } from '../../../ui/toast.ts'
import { useAction } from '../../../ui/use-action.ts'
import { isChangedMeanwhile, type News, quietWhenChanged } from '../changed-meanwhile.tsx'
import { refetchOrders } from '../orders-query.ts'

/** A selected group as the details show it. */
export interface EditedGroup {
  groupId: string
  label: string
  people: PersonName[]
  /** How many mailboxes each of them has on each domain, spare ones included. */
  before: PersonShare[]
  plan: PlanId
  platforms: Platform[]
  /** Domains that run: on each of them the mailboxes change. */
  domainCount: number
}

export interface UsernamesOptions {
  /** Who is there now, kept fresh. */
  groups: readonly EditedGroup[]
  domains: readonly { domain: string; domainType: DomainType }[]
  onUpdated: () => void
}

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
  const [rows, setRows] = useState(() => usernameRows(sharesOf(groups)))
  const [isConfirming, setConfirming] = useState(false)

  const after = peopleAfter(rows)
  const problem = usernameChangesProblem(rows, where)
  const updating = useAction({
    mutationFn: () => call(updateUsernames, { body: buildUsernameUpdate(after, domains, started) }),
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
      const peopleOf = new Map(now.data.groups.map(({ groupId, people }) => [groupId, people]))
      rebaseOn(
        started.map((group) => {
          const people = peopleOf.get(group.groupId) ?? group.people
          // What the other change has made of their numbers follows from the names.
          return { ...group, people, before: sharesAfter(people, group.before, group.platforms) }
        }),
        now.data.changed,
      )
      void refetchOrders()
    },
  })
  /** Puts what was entered on top of the people there are by now; what that does has to be confirmed again. */
  const rebaseOn = (now: readonly EditedGroup[], changed: ChangedBy) => {
    setNews({
      title: changedMeanwhileMessages.people,
      changes: peopleNews(started, now, rows),
      changed,
    })
    setStarted(now)
    setRows(rebaseRows(rows, sharesOf(now)))
    setConfirming(false)
  }
  if (!updating.isPending && !updating.isSuccess && !isSameGroups(seen, groups)) {
    setSeen(groups)
    if (!isSameGroups(started, groups)) rebaseOn(groups, null)
  }
  return {
    where,
    started,
    news,
    rows,
    setRows,
    problem,
    isConfirming,
    setConfirming,
    update: () => updating.mutateAsync(),
  }
}

/** Everybody in these groups, with the mailboxes per domain that customers see. */
const sharesOf = (groups: readonly EditedGroup[]): PersonShare[] =>
  groups.flatMap(({ before, platforms }) => shownOf(before, platforms))
