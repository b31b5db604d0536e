import { type ReactNode, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { instantlyMessages } from '../rules/instantly.ts'
import type { RetryCredentials, useBulkUpdate } from './bulk-jobs.ts'
import { SignatureField } from './signature-field.tsx'
import { UpdateButton, UpdateProgress } from './update-action.tsx'
import type { InstantlyPlans } from './use-instantly-plans.ts'

/** Names that show before all are asked for. */
const namesShown = 20

interface SignatureUpdate {
  name: string
  signature: string
}

interface InstantlySignatureStepProps {
  entered: Pick<InstantlyPlans, 'groups' | 'signatures' | 'setSignatures' | 'written' | 'plans'>
  /** What will change, above the button that starts it. */
  summary: ReactNode
  update: ReturnType<typeof useBulkUpdate<SignatureUpdate[]>>
  credentials: RetryCredentials
  onBack: () => void
  onFinish: () => void
}

/** Step 4: a signature for each name. */
export function InstantlySignatureStep({
  entered,
  summary,
  update,
  credentials,
  onBack,
  onFinish,
}: InstantlySignatureStepProps) {
  const [showsAll, setShowsAll] = useState(false)
  const { groups, signatures, setSignatures, written, plans } = entered
  const shown = showsAll ? groups : groups.slice(0, namesShown)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-secondary">
        Text or HTML, one for each name. A name whose box is empty keeps the signature it has.
      </p>
      {shown.map(({ key, name, emails }) => (
        <SignatureField
          key={key}
          label={`Signature for ${name || 'accounts without a name'}`}
          hint={countOf(emails.length, 'account')}
          value={Object.hasOwn(signatures, key) ? (signatures[key] ?? '') : ''}
          onChange={(signature) => setSignatures({ ...signatures, [key]: signature })}
        />
      ))}
      {shown.length < groups.length && (
        <Button className="self-start" onClick={() => setShowsAll(true)}>
          Show all {numberText(groups.length)} names
        </Button>
      )}
      {!update.succeeded && <Alert tone="warning">{instantlyMessages.signaturesFirst}</Alert>}
      {summary}
      <div>
        <UpdateButton
          plan={plans.signatures}
          update={update}
          unavailable={plans.signatures.problem ?? false}
          onPress={() => {
            if (!written.ok) toast.error(written.problem.message)
            return written.ok
          }}
          onConfirm={() =>
            written.ok && update.start(written.value.map(({ name, signature }) => ({ name, signature })))
          }
        />
      </div>
      <UpdateProgress tool="instantly" update={update} credentials={credentials} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Go Back
        </Button>
        <Button
          variant="primary"
          unavailable={!update.succeeded && instantlyMessages.signaturesFirst}
          onClick={onFinish}
        >
          Finish Bulk Update
        </Button>
      </div>
    </div>
  )
}
