import { useState } from 'react'
import { type StaffMember, staffCheck } from '#features/staff/api/staff.ts'
import { ApiError, call } from '#ui/api.ts'
import { arrive } from '#ui/console/staff-session.ts'
import { toast } from '#ui/toast.ts'
import type { FactorKind } from '../../rules/passkeys.ts'

type Step =
  | { name: 'first' | 'enroll' }
  | { name: 'code'; factors: readonly FactorKind[] }
  /** Signed in already; shown before anything else. */
  | { name: 'codes'; staff: StaffMember; recoveryCodes: string[] }

export type SignInSteps = ReturnType<typeof useSignInSteps>

/** So few recovery codes are left that it is said. */
const fewCodes = 3

/**
 * The way into the console: a password, a second factor, and the first time the codes for when that is lost.
 * `before` is why somebody was sent here.
 */
export function useSignInSteps(before?: string) {
  const [step, setStep] = useState<Step>({ name: 'first' })
  const [notice, setNotice] = useState(before)
  const finish = (staff: StaffMember) => {
    setStep({ name: 'first' })
    arrive(staff)
  }
  const afterOver = async ({ status, message }: ApiError) => {
    // The answer to an earlier press may have been lost on the way, and that one has signed in.
    const staff = status === 401 ? await signedInAnyway() : null
    if (!staff) {
      setNotice(message)
      setStep({ name: 'first' })
      return
    }
    finish(staff)
    if (step.name === 'enroll')
      toast.warning('You are signed in, but your recovery codes were not shown. Make new ones under Account.')
  }
  return {
    step,
    /** Why it begins again. */
    notice,
    begin: (next: 'code' | 'enroll', factors: readonly FactorKind[]) => {
      setNotice(undefined)
      setStep(next === 'code' ? { name: next, factors } : { name: next })
    },
    showCodes: (staff: StaffMember, recoveryCodes: string[]) =>
      setStep({ name: 'codes', staff, recoveryCodes }),
    finish,
    /** With what was left of the recovery codes. */
    finishWithCode: (staff: StaffMember, left: number) => {
      finish(staff)
      if (left <= fewCodes)
        toast.warning(
          `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left. Make new ones under Account.`,
        )
    },
    /** Begins again where the refusal ends this sign-in: it took too long, or too many codes were tried. */
    isOver: (error: unknown): boolean => {
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 429)) return false
      void afterOver(error)
      return true
    },
  }
}

const signedInAnyway = (): Promise<StaffMember | null> =>
  call(staffCheck).then(
    ({ staff }) => staff,
    () => null,
  )
