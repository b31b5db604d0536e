import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { aboutRecoveryCodes, notStoredYet, RecoveryCodes } from '../../web/second-factor/recovery-codes.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

interface CodesStepProps {
  codes: readonly string[]
  onContinue: () => void
}

/** The last step of the first time. */
export function CodesStep({ codes, onContinue }: CodesStepProps) {
  const [isStored, setStored] = useState(false)
  return (
    <SignInFrame title="Your recovery codes" about={aboutRecoveryCodes}>
      <div className="mt-6">
        <RecoveryCodes codes={codes} isStored={isStored} onStored={setStored} />
      </div>
      <Button
        variant="primary"
        className="mt-5 w-full"
        unavailable={!isStored && notStoredYet}
        onClick={onContinue}
      >
        Continue
      </Button>
    </SignInFrame>
  )
}
