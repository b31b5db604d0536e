import { useQuery } from '@tanstack/react-query'
import { passkeyTexts } from '#shared/accounts/passkeys.ts'
import { beginOwnFactor, confirmOwnFactor, ownRecoveryCodes, removeOwnFactor } from '#shared/api/account.ts'
import { addOwnPasskey, beginOwnPasskey, removeOwnPasskey, renameOwnPasskey } from '#shared/api/passkeys.ts'
import { call } from '../../api.ts'
import type { FactorCalls } from '../../app-shell/second-factor/factor-calls.ts'
import { FactorsCard } from '../../app-shell/second-factor/factors-card.tsx'
import { factorQuery, lookAtFactorAgain, ruleQuery } from './account-queries.ts'

const calls: FactorCalls = {
  wantsPassword: true,
  beginApp: (password) => call(beginOwnFactor, { body: { password } }),
  addApp: (code) => call(confirmOwnFactor, { body: { code } }),
  removeApp: () => call(removeOwnFactor, { body: {} }),
  beginPasskey: (password) => call(beginOwnPasskey, { body: { password } }),
  addPasskey: (body) => call(addOwnPasskey, { body }),
  renamePasskey: (id, name) => call(renameOwnPasskey, { params: { id }, body: { name } }),
  removePasskey: (id) => call(removeOwnPasskey, { params: { id } }),
  newCodes: () => call(ownRecoveryCodes, { body: {} }),
  lookAgain: lookAtFactorAgain,
}

/** A customer's second factors. */
export function SecondFactorCard() {
  const { data } = useQuery(factorQuery)
  const { data: rule } = useQuery(ruleQuery)
  if (!data) return null
  const keepsOne = rule?.isOn ? passkeyTexts.lastByRule : undefined
  return <FactorsCard factors={data} calls={{ ...calls, keepsOne }} />
}
