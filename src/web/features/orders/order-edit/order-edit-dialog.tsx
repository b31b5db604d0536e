import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type GroupDetails, updateGroup } from '#shared/api/orders.ts'
import { displayForwardingUrl } from '#shared/domains/display-forwarding-url.ts'
import { checkForwardingUrl, forwardingUrlMaxLength } from '#shared/domains/forwarding-url.ts'
import { checkCompanyName, companyNameMaxLength } from '#shared/order-draft/company-name.ts'
import { type ChangedBy, changedMeanwhileMessages, presentDetails } from '#shared/orders/changed-meanwhile.ts'
import { platformsOf, type SendingToolId, sendingToolIds, sendingToolNames } from '#shared/plans/catalog.ts'
import { storedFields, toolProblems, withoutMasks } from '#shared/tools/tool-credentials.ts'
import { fieldsFor } from '#shared/tools/tool-fields.ts'
import { orderEditLookupMessages } from '#shared/tools/workspace-lookup.ts'
import { ApiError, apiMessages, call, NetworkError } from '../../../api.ts'
import { queryClient } from '../../../query-client.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCard } from '../../../ui/choice-card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { ToolGlyph } from '../../../ui/tool-glyph.tsx'
import { ToolCredentialFields } from '../../tool-credentials/tool-credential-fields.tsx'
import { ChangedMeanwhile, isChangedMeanwhile, type News } from '../changed-meanwhile.tsx'
import { groupQuery, refetchOrders } from '../orders-query.ts'
import { SharedConnection } from './shared-connection.tsx'

/** Corrects where an order's domains lead, whom it is for, and the credentials of its sending tool. */
export default function OrderEditDialog({
  group: fetched,
  onClose,
}: {
  group: GroupDetails
  onClose: () => void
}) {
  const formId = useId()
  /** What the entries are based on, and what was fetched last. */
  const [group, setGroup] = useState(fetched)
  const [seen, setSeen] = useState(fetched)
  const [news, setNews] = useState<News>()
  const present = group.sendingTool
  const place = { context: 'order', platforms: platformsOf(group.plan) } as const
  const [forwarding, setForwarding] = useState(group.forwardingDomain)
  const [company, setCompany] = useState(group.organizationName)
  const [tool, setTool] = useState<SendingToolId>(present.tool)
  const [values, setValues] = useState<Record<string, string>>(() => withoutMasks(present.values))
  const [isTried, setTried] = useState(false)

  const isSameTool = tool === present.tool
  const stored = isSameTool ? storedFields(present.values) : []
  const url = checkForwardingUrl(forwarding, 'update')
  const name = checkCompanyName(company)
  const problems = toolProblems(tool, values, { ...place, stored })
  const isForwardingChanged = forwarding.trim() !== group.forwardingDomain
  const isCompanyChanged = company.trim() !== group.organizationName
  const isToolChanged = !isSameTool || isEdited(values, withoutMasks(present.values))
  const isChanged = isForwardingChanged || isCompanyChanged || isToolChanged

  const saving = useMutation({
    mutationFn: () => {
      const asked = fieldsFor(tool, place).map((field) => [field.name, values[field.name] ?? ''])
      return call(updateGroup, {
        params: { groupId: group.groupId },
        body: {
          basedOn: group.basis,
          ...(isForwardingChanged && { forwardingDomain: forwarding }),
          ...(isCompanyChanged && { organizationName: company }),
          ...(isToolChanged && { sendingTool: { tool, values: Object.fromEntries(asked) } }),
        },
      })
    },
    meta: { quiet: true },
    onSuccess: ({ message }) => {
      toast.success(message)
      void refetchOrders()
      onClose()
    },
    onError: async (error) => {
      if (!isChangedMeanwhile(error)) return
      const { changed } = presentDetails.parse(error.details)
      goOnFrom(await queryClient.fetchQuery({ ...groupQuery(group.groupId), staleTime: 0 }), changed)
    },
  })
  /** What was not touched follows what is there by now; what was entered stays. */
  const goOnFrom = (now: GroupDetails, changed: ChangedBy) => {
    setNews({ title: changedMeanwhileMessages.details, changes: detailsNews(group, now), changed })
    if (!isForwardingChanged) setForwarding(now.forwardingDomain)
    if (!isCompanyChanged) setCompany(now.organizationName)
    if (!isToolChanged) {
      setTool(now.sendingTool.tool)
      setValues(withoutMasks(now.sendingTool.values))
    }
    setGroup(now)
  }
  const isSame = (some: GroupDetails, other: GroupDetails) =>
    JSON.stringify(some.basis) === JSON.stringify(other.basis)
  if (!saving.isPending && !saving.isSuccess && !isSame(seen, fetched)) {
    setSeen(fetched)
    if (!isSame(group, fetched)) goOnFrom(fetched, null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const isRight =
      (!isForwardingChanged || url.ok) &&
      (!isCompanyChanged || name.ok) &&
      (!isToolChanged || problems.length === 0)
    if (isRight) saving.mutate()
  }
  const { error } = saving
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Edit Order"
      description="What you correct here takes effect on the order's domains and mailboxes at once."
      unsaved={isChanged && !saving.isSuccess}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            unavailable={!isChanged && 'Nothing has been changed yet.'}
            loading={saving.isPending}
            loadingText="Saving..."
          >
            Save Changes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <ChangedMeanwhile news={news} />
        <Field
          label="Forwarding Domain"
          hint="For all running domains of this order."
          error={isTried && isForwardingChanged && !url.ok ? url.problem.message : undefined}
        >
          <Input
            value={forwarding}
            maxLength={2 * forwardingUrlMaxLength}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setForwarding(event.target.value)}
          />
        </Field>
        <Field
          label="Organization Name"
          hint="For this order alone."
          error={isTried && isCompanyChanged && !name.ok ? name.problem.message : undefined}
        >
          <Input
            value={company}
            maxLength={2 * companyNameMaxLength}
            autoComplete="organization"
            onChange={(event) => setCompany(event.target.value)}
          />
        </Field>
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-1.5 font-medium text-secondary">Sending Tool</legend>
          {present.sharedWith.length > 0 && (
            <SharedConnection sharedWith={present.sharedWith} isSameTool={isSameTool} />
          )}
          <div role="radiogroup" aria-label="Sending tool" className="grid gap-3 sm:grid-cols-2">
            {sendingToolIds.map((id) => (
              <ChoiceCard
                key={id}
                icon={<ToolGlyph tool={id} />}
                title={sendingToolNames[id]}
                isChosen={tool === id}
                onChoose={() => {
                  if (id === tool) return
                  setTool(id)
                  setValues(id === present.tool ? withoutMasks(present.values) : {})
                  setTried(false)
                }}
              />
            ))}
          </div>
          {tool === 'other' ? (
            <p className="text-muted">
              No credentials are needed. A CSV of usernames and passwords will be sent to you.
            </p>
          ) : (
            <ToolCredentialFields
              key={tool}
              tool={tool}
              place={place}
              values={values}
              stored={stored}
              problems={isTried && isToolChanged ? problems : []}
              instantlyTexts={orderEditLookupMessages}
              onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
            />
          )}
        </fieldset>
        {error && !isChangedMeanwhile(error) && (
          <Alert title="The changes were not saved">
            {error instanceof ApiError || error instanceof NetworkError ? error.message : apiMessages.unknown}
          </Alert>
        )}
      </form>
    </Dialog>
  )
}

const isEdited = (values: Record<string, string>, before: Record<string, string>): boolean =>
  [...new Set([...Object.keys(values), ...Object.keys(before)])].some(
    (name) => (values[name] ?? '') !== (before[name] ?? ''),
  )

/** What of the details is otherwise, each as a sentence. */
function detailsNews(before: GroupDetails, now: GroupDetails): string[] {
  const addresses = ({ basis }: GroupDetails) => basis.forwardingDomains.map(displayForwardingUrl).join(', ')
  const news: string[] = []
  if (addresses(before) !== addresses(now))
    news.push(`Forwarding: from ${addresses(before)} to ${addresses(now)}.`)
  if (before.organizationName !== now.organizationName)
    news.push(`Organization name: from ${before.organizationName} to ${now.organizationName}.`)
  if (before.sendingTool.tool !== now.sendingTool.tool)
    news.push(
      `Sending tool: from ${sendingToolNames[before.sendingTool.tool]} to ${sendingToolNames[now.sendingTool.tool]}.`,
    )
  else if (before.basis.sendingTool !== now.basis.sendingTool)
    news.push(`The credentials of ${sendingToolNames[now.sendingTool.tool]} are others.`)
  return news
}
