import { call } from '#ui/api.ts'
import { confirmCaller, ownSecondFactor } from '../../api/account.ts'
import { beginConfirmPasskey, confirmByPasskey } from '../../api/passkeys.ts'
import { askForConfirmation } from './ask-for-confirmation.ts'
import { drawQuestion } from './draw-question.tsx'

/** Asks a customer for the second factor once more; resolves with whether it was shown. */
export function askCustomer(): Promise<boolean> {
  drawQuestion({
    readFactors: () => call(ownSecondFactor),
    byCode: (code) => call(confirmCaller, { body: { code } }),
    askPasskey: () => call(beginConfirmPasskey, { body: {} }),
    byPasskey: (passkey) => call(confirmByPasskey, { body: { passkey } }),
  })
  return askForConfirmation()
}
