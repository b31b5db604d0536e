import { askForConfirmation } from '#features/accounts/web/confirmation/ask-for-confirmation.ts'
import { drawQuestion } from '#features/accounts/web/confirmation/draw-question.tsx'
import { staffConfirm } from '#features/staff/api/staff.ts'
import {
  beginStaffConfirmPasskey,
  staffConfirmByPasskey,
  staffFactors,
} from '#features/staff/api/staff-factors.ts'
import { call } from '../api.ts'
import { sessionOver } from './staff-session.ts'

/** Asks a member of staff for the second factor once more; resolves with whether it was shown. */
export function askStaff(): Promise<boolean> {
  drawQuestion({
    readFactors: () => call(staffFactors),
    byCode: (code) => call(staffConfirm, { body: { code } }),
    askPasskey: () => call(beginStaffConfirmPasskey, { body: {} }),
    byPasskey: (passkey) => call(staffConfirmByPasskey, { body: { passkey } }),
    onSessionOver: sessionOver,
  })
  return askForConfirmation()
}
