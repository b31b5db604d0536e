import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { changedMeanwhileMessages, presentForwarding } from '#features/orders/rules/changed-meanwhile.ts'
import { doneDomains, unfinishedDomains } from '#features/orders/rules/order-actions.ts'
import { orderTypeLabel } from '#features/orders/rules/order-groups.ts'
import type { ActionDialogProps } from '#features/orders/web/shared/action-dialog-props.ts'
import { isChangedMeanwhile, type News } from '#features/orders/web/shared/changed-meanwhile.tsx'
import { useDialogEntries } from '#features/orders/web/shared/kept-dialog.tsx'
import { refetchOrders } from '#features/orders/web/shared/orders-query.ts'
import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import { ApiError, call, NetworkError } from '#ui/api.ts'
import { noAnswerNote } from '#ui/frame/failure-text.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { updateForwarding } from '../api/forwarding.ts'
import { displayForwardingUrl } from '../rules/display-forwarding-url.ts'
import { checkForwardingUrl } from '../rules/forwarding-url.ts'
import { bulkUpdatedMessage, updateForwardingMessages } from '../rules/update-forwarding.ts'

/** The delivered domains of a group, which get one address. */
export interface Target {
  groupId: string
  label: string
  domains: string[]
  /** Where they lead now. */
  current: string[]
}

/** The addresses, by group, and whether those that are not set up yet are to lead there too, once they are. */
const entered = z.object({ typed: z.record(z.string(), z.string()), isForLater: z.boolean() })
const nothing: z.output<typeof entered> = { typed: {}, isForLater: false }

/** What is entered for each group, and how it is sent. */
export function useUpdateForwarding({ order, groups, onClose }: ActionDialogProps) {
  const naming = useConfig()
  const isBulk = groups.length > 1
  const [current, setCurrent] = useState(() => currentOf(order, groups))
  const [news, setNews] = useState<News>()
  const [{ typed, isForLater } = nothing, setEntries] = useDialogEntries(entered)
  const setTyped = (apply: (before: Record<string, string>) => Record<string, string>) =>
    setEntries((before = nothing) => ({ ...before, typed: apply(before.typed) }))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [jobId, setJobId] = useState<string>()
  const targets = groups.map((group): Target => {
    const done = doneDomains([group])
    const domains = (isForLater ? [...done, ...unfinishedDomains([group])] : done).map(({ domain }) => domain)
    return {
      groupId: group.groupId,
      label: isBulk
        ? `${orderTypeLabel(group.plan, naming)} #${group.group?.orderIndex ?? 1}`
        : 'New Forwarding Domain',
      domains,
      current: [...new Set(domains.map((domain) => current[domain] ?? order.forwardingDomain))],
    }
  })
  const domains = targets.flatMap((target) => target.domains)
  const typedFor = (groupId: string) => typed[groupId] ?? ''

  const updating = useAction({
    mutationFn: () =>
      call(updateForwarding, {
        body: { domains, ...addressesOf(targets, typedFor), basedOn: basisOf(domains, current) },
      }),
    meta: { quiet: true },
    isDone: ({ success, unchanged }) => success && !unchanged,
    onSuccess: ({ success, message, unchanged, jobId: started }) => {
      if (!success) {
        toast.error(message || updateForwardingMessages[isBulk ? 'bulkFailed' : 'failed'])
        return
      }
      if (unchanged) {
        toast.info(message)
        return
      }
      toast.success(isBulk ? bulkUpdatedMessage(domains.length) : updateForwardingMessages.updated)
      void refetchOrders()
      if (started) {
        setJobId(started)
        setEntries(() => undefined)
      } else onClose()
    },
    onError: (error) => {
      const now = isChangedMeanwhile(error) ? presentForwarding.safeParse(error.details) : undefined
      if (now?.success) {
        const { forwarding, changed } = now.data
        const title = changedMeanwhileMessages.forwarding
        setNews({ title, changes: forwardingNews(current, forwarding), changed })
        setCurrent({ ...current, ...forwarding })
        void refetchOrders()
        return
      }
      const crashed = updateForwardingMessages[isBulk ? 'bulkCrashed' : 'crashed']
      const isTold = error instanceof NetworkError || (error instanceof ApiError && error.status < 500)
      toast.error(isTold ? error.message : crashed, noAnswerNote(error))
    },
  })

  const isSent = updating.isSuccess && !updating.data.unchanged

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (domains.length > domainsPerCallMax) {
      toast.error(updateForwardingMessages.tooManyDomains)
      return
    }
    const found = problemsOf(targets, typedFor)
    setProblems(found)
    if (Object.keys(found).length === 0) updating.mutate()
  }

  return {
    isBulk,
    targets,
    /** Not set up yet, in the order of the groups. */
    unfinished: unfinishedDomains(groups),
    isForLater,
    setForLater: (next: boolean) => setEntries((before = nothing) => ({ ...before, isForLater: next })),
    domainCount: domains.length,
    typedFor,
    type: (groupId: string, value: string) => {
      setTyped((before) => ({ ...before, [groupId]: value }))
      setProblems({})
    },
    copyToAll: (groupId: string) =>
      setTyped(() => Object.fromEntries(targets.map((target) => [target.groupId, typedFor(groupId)]))),
    problemOf: (groupId: string) => problems[groupId],
    submit,
    isUpdating: updating.isPending,
    isUnsaved: Object.values(typed).some((value) => value.trim() !== '') && !isSent,
    /** What was changed elsewhere since the dialog was opened. */
    news,
    /** Set once the update runs in the background. */
    jobId,
  }
}

/** "acme.com: from example.com to example.org" */
const forwardingNews = (before: Record<string, string>, now: Record<string, string>): string[] =>
  Object.entries(now).flatMap(([domain, url]) =>
    before[domain] === url
      ? []
      : [`${domain}: from ${displayForwardingUrl(before[domain] ?? '')} to ${displayForwardingUrl(url)}.`],
  )

/** Where each domain leads. */
const currentOf = ({ forwardingDomain }: ActionDialogProps['order'], groups: ActionDialogProps['groups']) =>
  Object.fromEntries(
    [...doneDomains(groups), ...unfinishedDomains(groups)].map(({ domain, currentForwardingDomain }) => [
      domain,
      currentForwardingDomain ?? forwardingDomain,
    ]),
  )

/** What is said of those alone that are changed: others are nobody's business here. */
const basisOf = (domains: readonly string[], current: Record<string, string>) =>
  Object.fromEntries(domains.flatMap((domain) => (current[domain] ? [[domain, current[domain]]] : [])))

/** What is wrong with the addresses, by group. */
const problemsOf = (
  targets: readonly Target[],
  typedFor: (groupId: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    targets.flatMap(({ groupId }) => {
      const outcome = checkForwardingUrl(typedFor(groupId), targets.length > 1 ? 'bulkUpdate' : 'update')
      return outcome.ok ? [] : [[groupId, outcome.problem.message]]
    }),
  )

/** The new addresses as the call takes them: one for all, or one for each domain. */
const addressesOf = (targets: readonly Target[], typedFor: (groupId: string) => string) =>
  targets.length > 1
    ? {
        forwardingDomains: Object.fromEntries(
          targets.flatMap(({ groupId, domains }) => domains.map((domain) => [domain, typedFor(groupId)])),
        ),
      }
    : { forwardingDomain: typedFor(targets[0]?.groupId ?? '') }
