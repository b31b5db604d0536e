import { CodeStep } from './code-step.tsx'
import { CodesStep } from './codes-step.tsx'
import { EnrollStep } from './enroll-step.tsx'
import type { SignInSteps } from './use-sign-in-steps.ts'

/** What comes after a right password. */
export function SecondSteps({ steps }: { steps: SignInSteps }) {
  const { step } = steps
  if (step.name === 'codes')
    return <CodesStep codes={step.recoveryCodes} onContinue={() => steps.finish(step.staff)} />
  return step.name === 'code' ? (
    <CodeStep steps={steps} factors={step.factors} />
  ) : (
    <EnrollStep steps={steps} />
  )
}
