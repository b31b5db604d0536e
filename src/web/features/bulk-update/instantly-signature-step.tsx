import { useState } from 'react'
import { instantlyMessages, type NameGroup } from '#shared/bulk-update/instantly.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { RetryCredentials } from './bulk-jobs.ts'
import { JobCard } from './job-card.tsx'
import { SignatureField } from './signature-field.tsx'

/** Names that show before all are asked for. */
const namesShown = 20

interface InstantlySignatureStepProps {
  groups: readonly NameGroup[]
  signatures: Readonly<Record<string, string>>
  onChange: (signatures: Record<string, string>) => void
  update: { jobId: string | undefined; follow: (jobId: string) => void; isBusy: boolean; succeeded: boolean }
  onUpdate: () => void
  credentials: RetryCredentials
  onBack: () => void
  onFinish: () => void
}

/** Step 4: a signature for each name. */
export function InstantlySignatureStep({
  groups,
  signatures,
  onChange,
  update,
  onUpdate,
  credentials,
  onBack,
  onFinish,
}: InstantlySignatureStepProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? groups : groups.slice(0, namesShown)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-secondary">
        Text or HTML, one for each name. A name whose box is empty keeps the signature it has.
      </p>
      {shown.map(({ name, emails }) => (
        <SignatureField
          key={name}
          label={`Signature for ${name || 'accounts without a name'}`}
          hint={countOf(emails.length, 'account')}
          value={Object.hasOwn(signatures, name) ? (signatures[name] ?? '') : ''}
          onChange={(signature) => onChange({ ...signatures, [name]: signature })}
        />
      ))}
      {shown.length < groups.length && (
        <Button className="self-start" onClick={() => setShowsAll(true)}>
          Show all {numberText(groups.length)} names
        </Button>
      )}
      {!update.succeeded && <Alert tone="warning">{instantlyMessages.signaturesFirst}</Alert>}
      <div>
        <Button loading={update.isBusy} onClick={onUpdate}>
          Update All Signatures
        </Button>
      </div>
      {update.jobId && (
        <JobCard tool="instantly" jobId={update.jobId} credentials={credentials} onRetried={update.follow} />
      )}
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
