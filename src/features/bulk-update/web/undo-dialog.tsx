import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAction } from '#ui/use-action.ts'
import type { UndoPlan } from '../rules/bulk-results.ts'
import { fieldLabel } from '../rules/field-label.ts'
import { type RetryCredentials, refreshJobs, runningJob, undoJob, undoQuery } from './bulk-jobs.ts'
import { SecretInput } from './secret-input.tsx'
import { useNoteStarted } from './started-jobs.ts'

interface UndoDialogProps {
  jobId: string
  /** Those of the page; empty before some were entered. */
  credentials: RetryCredentials
  onClose: () => void
  onStarted: (jobId: string) => void
}

type Secret = 'cookie' | 'org_auth' | 'api_key' | 'token'
const secretLabels: Record<Secret, string> = {
  cookie: 'Cookie',
  org_auth: 'X-Org Auth',
  api_key: 'API key',
  token: 'JWT token',
}
const secretsFor = ({ tool, access }: UndoPlan): Secret[] =>
  access === 'apiKey' ? ['api_key'] : tool === 'instantly' ? ['cookie', 'org_auth'] : ['token']

/** Tells what is put back and what can never be, asks for credentials where none are left, and starts it. */
export function UndoDialog({ jobId, credentials, onClose, onStarted }: UndoDialogProps) {
  const { data: plan, error } = useQuery(undoQuery(jobId))
  const [typed, setTyped] = useState<Partial<Record<Secret, string>>>({})
  const noteStarted = useNoteStarted()
  const undo = useAction({
    mutationFn: (secrets: RetryCredentials) => undoJob(jobId, secrets),
    meta: { quiet: true },
    onSuccess: (answer) => {
      noteStarted(answer.jobId)
      void refreshJobs()
      onStarted(answer.jobId)
    },
    // What stands in the way was started elsewhere, and is to be seen.
    onError: () => void refreshJobs(),
  })
  const isGiven = Object.values(credentials).some(Boolean)
  const asksFor = plan && !plan.hasCredentials && !isGiven ? secretsFor(plan) : []
  const isImpossible = plan?.accounts === 0
  const refusal = undo.error ?? error
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      wide
      title={plan && !isImpossible ? `Put ${countOf(plan.accounts, 'account')} back?` : 'Undo this update'}
      confirmLabel={isImpossible || (!plan && error) ? 'Close' : 'Put the values back'}
      waits={!plan && !error}
      onConfirm={async () => {
        if (!plan || isImpossible) return onClose()
        await undo.mutateAsync(asksFor.length > 0 ? typed : isGiven ? credentials : {})
      }}
    >
      <div className="flex flex-col gap-3 text-secondary text-text">
        {!plan && !error && <Skeleton className="h-24 w-full" />}
        {plan && <Plan plan={plan} />}
        {asksFor.map((secret) => (
          <Field key={secret} label={secretLabels[secret]}>
            <SecretInput
              value={typed[secret] ?? ''}
              onChange={(event) => setTyped({ ...typed, [secret]: event.target.value })}
            />
          </Field>
        ))}
        {refusal && (
          <Alert tone="danger">
            {failureText(refusal)}
            {runningJob(refusal) !== undefined && ' Nothing was put back.'}
          </Alert>
        )}
      </div>
    </ConfirmDialog>
  )
}

function Plan({ plan }: { plan: UndoPlan }) {
  const left = leftTexts(plan)
  return (
    <>
      {plan.accounts === 0 ? (
        <p>Nothing of it can be put back.</p>
      ) : (
        <ul aria-label="What is put back" className="space-y-1">
          {plan.restorable.map(({ field, accounts, to }) => (
            <li key={field} className="break-words">
              <span className="font-medium">{fieldLabel(plan.tool, field)}</span> back to {to} (
              {countOf(accounts, 'account')})
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <div>
          <p className="font-medium">Left as it is</p>
          <ul aria-label="What is left as it is" className="mt-1 space-y-1 text-muted">
            {left.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {plan.never.length > 0 && (
        <div>
          <p className="font-medium">Cannot be put back</p>
          <ul aria-label="What cannot be put back" className="mt-1 space-y-1 text-muted">
            {plan.never.map(({ field, reason, accounts }) => (
              <li key={field} className="break-words">
                {fieldLabel(plan.tool, field)} ({countOf(accounts, 'account')}): {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** What an undo does not touch. Changes by others show only when the accounts are read, right before it writes. */
const leftTexts = ({ tool, accounts, untouched, later }: UndoPlan): string[] => [
  ...(untouched > 0 ? [`${countOf(untouched, 'account')} that this update did not change`] : []),
  ...(later > 0
    ? [`${countOf(later, 'account')} with a value that was set by a later update or put back already`]
    : []),
  ...(accounts > 0
    ? [`Values that someone has changed in ${sendingToolNames[tool]} since: we look before we write`]
    : []),
]
