import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { confirmCaller, ownSecondFactor } from '#shared/api/account.ts'
import { beginConfirmPasskey, confirmByPasskey } from '#shared/api/passkeys.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../query-client.ts'
import { askForConfirmation } from './ask-for-confirmation.ts'
import { ConfirmItIsYou } from './confirm-it-is-you.tsx'

let isDrawn = false

/** Asks a customer for the second factor once more, over whatever page there is; resolves with whether it was shown. */
export function askCustomer(): Promise<boolean> {
  // Beside the page: few customers are ever asked, and no page carries the question for them.
  if (!isDrawn) {
    isDrawn = true
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      <QueryClientProvider client={queryClient}>
        <ConfirmItIsYou
          readFactors={() => call(ownSecondFactor)}
          byCode={(code) => call(confirmCaller, { body: { code } })}
          askPasskey={() => call(beginConfirmPasskey, { body: {} })}
          byPasskey={(passkey) => call(confirmByPasskey, { body: { passkey } })}
        />
      </QueryClientProvider>,
    )
  }
  return askForConfirmation()
}
