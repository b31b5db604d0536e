import { staffConfirm } from '#shared/api/staff.ts'
import { beginStaffConfirmPasskey, staffConfirmByPasskey, staffFactors } from '#shared/api/staff-factors.ts'
import { call } from '../api.ts'
import { askForConfirmation } from '../app-shell/confirmation/ask-for-confirmation.ts'
import { drawQuestion } from '../app-shell/confirmation/draw-question.tsx'
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
