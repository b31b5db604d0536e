import { countOf } from '#base/text/count-of.ts'
import { isUnfinished, progressText } from '#features/bulk-update/rules/bulk-job.ts'
import { useBulkJob } from '#features/bulk-update/web/bulk-jobs.ts'
import { notSetUpReasons } from '#features/orders/rules/order-actions.ts'
import type { DomainStatus } from '#features/orders/rules/order-status.ts'
import type { ActionDialogProps } from '#features/orders/web/shared/action-dialog-props.ts'
import { ChangedMeanwhile } from '#features/orders/web/shared/changed-meanwhile.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { displayForwardingUrl } from '../rules/display-forwarding-url.ts'
import { backgroundWarning, isBackgroundUpdate } from '../rules/update-forwarding.ts'
import { type Target, useUpdateForwarding } from './use-update-forwarding.ts'

/** How far the update of many domains is. Closing it stops nothing. */
function ForwardingProgress({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const job = useBulkJob(jobId)
  const isUnderWay = !job || isUnfinished(job)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Bulk Update Forwarding Domains"
      description={
        isUnderWay
          ? 'This runs on our side. You can close this window and follow it under Tasks.'
          : 'Visitors of these domains are sent to their new addresses.'
      }
      footer={
        <Button variant={isUnderWay ? 'secondary' : 'primary'} onClick={onClose}>
          Close
        </Button>
      }
    >
      {job ? (
        <div role="status">
          <ProgressBar
            label="Domains updated"
            value={job.finished}
            max={job.total}
            valueText={progressText(job)}
          />
          <p className="mt-2 text-secondary tabular-nums">
            {isUnderWay ? progressText(job) : `${countOf(job.total, 'domain')} updated`}
          </p>
        </div>
      ) : (
        <Skeleton className="h-9 w-full" />
      )}
    </Dialog>
  )
}

const formId = 'update-forwarding'

/** Sends the visitors of delivered domains elsewhere: one address for a group, one for each of several. */
export default function UpdateForwardingDialog(props: ActionDialogProps) {
  const { onClose } = props
  const form = useUpdateForwarding(props)
  const { isBulk, targets, domainCount, jobId } = form
  if (jobId) return <ForwardingProgress jobId={jobId} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={isBulk ? 'Bulk Update Forwarding Domains' : 'Update Forwarding Domain'}
      description="Where visitors of your sending domains are sent."
      unsaved={form.isUnsaved}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            loading={form.isUpdating}
            loadingText="Updating..."
          >
            {isBulk ? 'Update Forwarding Domains' : 'Update Forwarding Domain'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <ChangedMeanwhile news={form.news} />
        {isBackgroundUpdate(domainCount) && <Alert tone="warning">{backgroundWarning(domainCount)}</Alert>}
        {targets.map((target, index) => (
          <TargetField
            key={target.groupId}
            target={target}
            value={form.typedFor(target.groupId)}
            problem={form.problemOf(target.groupId)}
            onType={(value) => form.type(target.groupId, value)}
            onUseForAll={isBulk && index === 0 && (() => form.copyToAll(target.groupId))}
          />
        ))}
        {form.unfinished.length > 0 && (
          <NotSetUpYet domains={form.unfinished} isForLater={form.isForLater} onChoose={form.setForLater} />
        )}
      </form>
    </Dialog>
  )
}

interface NotSetUpYetProps {
  domains: readonly { domain: string; status: DomainStatus }[]
  isForLater: boolean
  onChoose: (isForLater: boolean) => void
}

/** Which domains cannot be changed yet and why; they can lead there from the moment they are set up. */
const NotSetUpYet = ({ domains, isForLater, onChoose }: NotSetUpYetProps) => (
  <section className="rounded-control border border-line bg-sunken px-3 py-2.5 text-secondary">
    <h3 className="font-medium">Not set up yet</h3>
    <ul className="mt-1 mb-2 max-h-40 overflow-y-auto text-muted">
      {domains.map(({ domain, status }) => (
        <li key={domain} className="wrap-anywhere">
          <span translate="no" className="text-text">
            {domain}
          </span>{' '}
          {notSetUpReasons[status]}
        </li>
      ))}
    </ul>
    <Checkbox checked={isForLater} onCheckedChange={onChoose}>
      Send their visitors there too, as soon as they are set up
    </Checkbox>
  </section>
)

interface TargetFieldProps {
  target: Target
  value: string
  problem: string | undefined
  onType: (value: string) => void
  onUseForAll: (() => void) | false
}

const TargetField = ({ target, value, problem, onType, onUseForAll }: TargetFieldProps) => (
  <div>
    <p className="mb-2 break-words text-muted text-secondary" title={target.domains.join(', ')}>
      {target.domains.slice(0, 3).join(', ')}
      {target.domains.length > 3 && ` and ${target.domains.length - 3} more`}
    </p>
    <Field
      label={target.label}
      hint={`Now: ${target.current.map(displayForwardingUrl).join(', ')}`}
      error={problem}
      aside={
        onUseForAll &&
        value.trim() !== '' && (
          <button type="button" className="link" onClick={onUseForAll}>
            Use for all
          </button>
        )
      }
    >
      <Input
        value={value}
        onChange={(event) => onType(event.target.value)}
        placeholder="https://example.com"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  </div>
)
