import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { updateForwarding } from '#shared/api/domains.ts'
import { displayForwardingUrl } from '#shared/domains/display-forwarding-url.ts'
import {
  backgroundWarning,
  bulkForwarding,
  bulkUpdatedMessage,
  isBackgroundUpdate,
  updateForwardingMessages,
} from '#shared/domains/forwarding/update-forwarding.ts'
import { checkForwardingUrl } from '#shared/domains/forwarding-url.ts'
import { changedMeanwhileMessages, presentForwarding } from '#shared/orders/changed-meanwhile.ts'
import { doneDomains } from '#shared/orders/order-actions.ts'
import { orderTypeLabel } from '#shared/orders/order-groups.ts'
import { domainsPerCallMax } from '#shared/plans/catalog.ts'
import { ApiError, call } from '../../../api.ts'
import { useConfig } from '../../../app-shell/config.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ActionDialogProps } from '../action-dialog-props.ts'
import { ChangedMeanwhile, isChangedMeanwhile, type News } from '../changed-meanwhile.tsx'
import { refetchOrders } from '../orders-query.ts'
import { ForwardingProgress } from './forwarding-progress.tsx'

const formId = 'update-forwarding'

/** Sends the visitors of delivered domains elsewhere: one address for a group, one for each of several. */
export default function UpdateForwardingDialog({ order, groups, onClose }: ActionDialogProps) {
  const { productName } = useConfig()
  const isBulk = groups.length > 1
  const [current, setCurrent] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      doneDomains(groups).map(({ domain, currentForwardingDomain }) => [
        domain,
        currentForwardingDomain ?? order.forwardingDomain,
      ]),
    ),
  )
  const [news, setNews] = useState<News>()
  const targets = groups.map((group) => {
    const domains = doneDomains([group])
    return {
      groupId: group.groupId,
      label: isBulk
        ? `${orderTypeLabel(group.plan, productName)} #${group.group?.orderIndex ?? 1}`
        : 'New Forwarding Domain',
      domains: domains.map(({ domain }) => domain),
      current: [...new Set(domains.map(({ domain }) => current[domain] ?? order.forwardingDomain))],
    }
  })
  const domainCount = targets.reduce((count, { domains }) => count + domains.length, 0)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const type = (groupId: string, value: string) => {
    setTyped((before) => ({ ...before, [groupId]: value }))
    setProblems({})
  }
  const typedFor = (groupId: string) => typed[groupId] ?? ''

  const [jobId, setJobId] = useState<string>()
  const updating = useMutation({
    mutationFn: () => {
      const domains = targets.flatMap((target) => target.domains)
      if (!isBulk)
        return call(updateForwarding, {
          body: { domains, forwardingDomain: typedFor(targets[0]?.groupId ?? ''), basedOn: current },
        })
      const urls = bulkForwarding(
        targets.map((target) => ({ ...target, forwardingDomain: typedFor(target.groupId) })),
      )
      if (!urls.ok) throw new Error(urls.problem.message)
      return call(updateForwarding, { body: { domains, forwardingDomains: urls.value, basedOn: current } })
    },
    meta: { quiet: true },
    onSuccess: ({ success, message, jobId: started }) => {
      if (!success) {
        toast.error(message || updateForwardingMessages[isBulk ? 'bulkFailed' : 'failed'])
        return
      }
      toast.success(isBulk ? bulkUpdatedMessage(domainCount) : updateForwardingMessages.updated)
      void refetchOrders()
      if (started) setJobId(started)
      else onClose()
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
      toast.error(error instanceof ApiError && error.status < 500 ? error.message : crashed)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (domainCount > domainsPerCallMax) {
      toast.error(updateForwardingMessages.tooManyDomains)
      return
    }
    const found = targets.flatMap(({ groupId }) => {
      const outcome = checkForwardingUrl(typedFor(groupId), isBulk ? 'bulkUpdate' : 'update')
      return outcome.ok ? [] : [[groupId, outcome.problem.message] as const]
    })
    if (found.length > 0) setProblems(Object.fromEntries(found))
    else updating.mutate()
  }

  if (jobId) return <ForwardingProgress jobId={jobId} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={isBulk ? 'Bulk Update Forwarding Domains' : 'Update Forwarding Domain'}
      description="Where visitors of your sending domains are sent."
      unsaved={Object.values(typed).some((value) => value.trim() !== '') && !updating.isSuccess}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            loading={updating.isPending}
            loadingText="Updating..."
          >
            {isBulk ? 'Update Forwarding Domains' : 'Update Forwarding Domain'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ChangedMeanwhile news={news} />
        {isBackgroundUpdate(domainCount) && <Alert tone="warning">{backgroundWarning(domainCount)}</Alert>}
        {targets.map(({ groupId, label, domains, current: now }, index) => (
          <div key={groupId}>
            <p className="mb-2 break-words text-muted text-secondary" title={domains.join(', ')}>
              {domains.slice(0, 3).join(', ')}
              {domains.length > 3 && ` and ${domains.length - 3} more`}
            </p>
            <Field
              label={label}
              hint={`Now: ${now.map(displayForwardingUrl).join(', ')}`}
              error={problems[groupId]}
              aside={
                isBulk &&
                index === 0 &&
                typedFor(groupId).trim() !== '' && (
                  <button
                    type="button"
                    className="link"
                    onClick={() =>
                      setTyped(
                        Object.fromEntries(targets.map((target) => [target.groupId, typedFor(groupId)])),
                      )
                    }
                  >
                    Use for all
                  </button>
                )
              }
            >
              <Input
                value={typedFor(groupId)}
                onChange={({ target }) => type(groupId, target.value)}
                placeholder="https://example.com"
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
          </div>
        ))}
      </form>
    </Dialog>
  )
}

/** "acme.com: from example.com to example.org" */
const forwardingNews = (before: Record<string, string>, now: Record<string, string>): string[] =>
  Object.entries(now).flatMap(([domain, url]) =>
    before[domain] === url
      ? []
      : [`${domain}: from ${displayForwardingUrl(before[domain] ?? '')} to ${displayForwardingUrl(url)}.`],
  )
