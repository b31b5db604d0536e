import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { updateUsernames } from '#shared/api/users.ts'
import { type DomainType, platformsOfDomains } from '#shared/domains/domain-type.ts'
import { type ChangedBy, changedMeanwhileMessages, presentPeople } from '#shared/orders/changed-meanwhile.ts'
import { requestedMessage } from '#shared/orders/order-actions.ts'
import type { PeopleContext, PersonName } from '#shared/people/person-name.ts'
import { isSameGroups, peopleNews, rebaseRows } from '#shared/people/rebase-usernames.ts'
import {
  peopleAfter,
  removeUser,
  renameUser,
  restoreUser,
  usernameChangesProblem,
  usernameRows,
} from '#shared/people/username-changes.ts'
import { buildUsernameUpdate, type PersonShare, shownShares } from '#shared/people/username-update.ts'
import type { PlanId, Platform } from '#shared/plans/catalog.ts'
import { call } from '../../../api.ts'
import { useConfig } from '../../../app-shell/config.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { ChangedMeanwhile, isChangedMeanwhile, type News, quietWhenChanged } from '../changed-meanwhile.tsx'
import { refetchOrders } from '../orders-query.ts'
import { AddUserForm } from './add-user-form.tsx'
import { ConfirmUsernames } from './confirm-usernames.tsx'
import { UsernameRowFields } from './username-row-fields.tsx'

/** A selected group as the details show it. */
export interface EditedGroup {
  groupId: string
  label: string
  people: PersonName[]
  plan: PlanId
  platforms: Platform[]
  /** Domains that run: on each of them the mailboxes change. */
  domainCount: number
}

interface UsernamesFormProps {
  /** Who is there now, kept fresh. */
  groups: readonly EditedGroup[]
  domains: readonly { domain: string; domainType: DomainType }[]
  onClose: () => void
}

/** The list of people as it is to be. Nothing is sent before it is confirmed. */
export function UsernamesForm({ groups, domains, onClose }: UsernamesFormProps) {
  const { productName } = useConfig()
  const platforms = platformsOfDomains(domains)
  const where: PeopleContext = {
    context: 'orders',
    plans: groups.map(({ plan }) => plan),
    productName,
  }
  /** What the entries are based on, and what was fetched last. */
  const [started, setStarted] = useState(groups)
  const [seen, setSeen] = useState(groups)
  const [news, setNews] = useState<News>()
  const [rows, setRows] = useState(() => usernameRows(sharesOf(groups)))
  const [isConfirming, setConfirming] = useState(false)
  const [isTyping, setTyping] = useState(false)

  const after = peopleAfter(rows)
  const shares = shownShares(after, platforms)
  const problem = usernameChangesProblem(rows, where)
  const updating = useMutation({
    mutationFn: () => call(updateUsernames, { body: buildUsernameUpdate(after, domains, started) }),
    meta: quietWhenChanged,
    onSuccess: () => {
      toast.success(requestedMessage('usernamesRequested', domains.length))
      void refetchOrders()
      onClose()
    },
    onError: (error) => {
      if (!isChangedMeanwhile(error)) return
      const now = presentPeople.safeParse(error.details)
      if (!now.success) return
      const peopleOf = new Map(now.data.groups.map(({ groupId, people }) => [groupId, people]))
      goOnFrom(
        started.map((group) => ({ ...group, people: peopleOf.get(group.groupId) ?? group.people })),
        now.data.changed,
      )
      void refetchOrders()
    },
  })
  /** Puts what was entered on top of the people there are by now; what that does has to be confirmed anew. */
  const goOnFrom = (now: readonly EditedGroup[], changed: ChangedBy) => {
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
    if (!isSameGroups(started, groups)) goOnFrom(groups, null)
  }
  const present = rows.filter(({ isDeleted }) => !isDeleted)
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Change Usernames"
      description="The people whose names the mailboxes of the selected orders bear."
      unsaved={problem?.code !== 'nothing_changed' || isTyping}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            unavailable={
              isTyping
                ? 'Add the user you are entering, or clear the fields, first.'
                : (problem?.message ?? false)
            }
            onClick={() => setConfirming(true)}
          >
            Submit Changes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ChangedMeanwhile news={news} />
        <table aria-label="Users" className="w-full text-left">
          <thead className="border-line border-b text-muted text-secondary max-sm:sr-only">
            <tr>
              <th scope="col" className="py-2 pr-3 font-medium">
                Current Name
              </th>
              <th scope="col" className="py-2 pr-3 font-medium">
                New First Name
              </th>
              <th scope="col" className="py-2 pr-3 font-medium">
                New Last Name
              </th>
              <th scope="col" className="py-2 pr-3 text-right font-medium">
                Inboxes / Domain
              </th>
              <th scope="col" className="py-2">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <UsernameRowFields
                key={row.id}
                row={row}
                rows={rows}
                share={shares[present.indexOf(row)]}
                platforms={platforms}
                onRename={(typed) => setRows(renameUser(rows, row.id, typed))}
                onDelete={() => setRows(removeUser(rows, row.id))}
                onRestore={() => {
                  const outcome = restoreUser(rows, row.id, where)
                  if (outcome.ok) setRows(outcome.value)
                  else toast.error(outcome.problem.message)
                }}
              />
            ))}
          </tbody>
        </table>
        <AddUserForm rows={rows} where={where} onAdd={setRows} onTyping={setTyping} />
        {present.length === 0 && problem && <p className="text-danger text-secondary">{problem.message}</p>}
      </div>
      <ConfirmUsernames
        open={isConfirming}
        rows={rows}
        groups={started}
        onOpenChange={setConfirming}
        onConfirm={() => updating.mutateAsync()}
      />
    </Dialog>
  )
}

/** Everybody in these groups, with the mailboxes per domain that customers see. */
const sharesOf = (groups: readonly EditedGroup[]): PersonShare[] =>
  groups.flatMap(({ people, platforms }) => shownShares(people, platforms))
