import { useState } from 'react'
import { instantlyMessages, type NameGroup, signatureUpdates } from '#shared/bulk-update/instantly.ts'
import type { Pace } from '#shared/bulk-update/pace.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { RetryCredentials, useBulkUpdate } from './bulk-jobs.ts'
import { SignatureField } from './signature-field.tsx'
import { UpdateButton, type UpdatePreview, UpdateProgress } from './update-action.tsx'
import type { ChoosableAccount } from './use-account-choice.ts'

/** Names that show before all are asked for. */
const namesShown = 20

interface SignatureUpdate {
  email: string
  signature: string
}

interface InstantlySignatureStepProps {
  groups: readonly NameGroup[]
  signatures: Readonly<Record<string, string>>
  onChange: (signatures: Record<string, string>) => void
  update: ReturnType<typeof useBulkUpdate<SignatureUpdate[]>>
  /** The accounts to be updated. */
  chosen: readonly ChoosableAccount[]
  pace: Pace | undefined
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
  chosen,
  pace,
  credentials,
  onBack,
  onFinish,
}: InstantlySignatureStepProps) {
  const [showsAll, setShowsAll] = useState(false)
  const updates = signatureUpdates(groups, signatures)
  const preview = (): UpdatePreview => {
    const currentOf = new Map(chosen.map(({ key, current }) => [key, current]))
    return {
      tool: 'instantly',
      pace,
      paced: 'signature',
      accounts: (updates.ok ? updates.value : []).map(({ email, signature }) => ({
        current: currentOf.get(email) ?? {},
        wanted: { signature },
      })),
    }
  }
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
        <UpdateButton
          label="Update All Signatures"
          update={update}
          unavailable={false}
          preview={preview}
          onPress={() => {
            if (!updates.ok) toast.error(updates.problem.message)
            return updates.ok
          }}
          onConfirm={() => {
            if (updates.ok) update.start(updates.value)
          }}
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
