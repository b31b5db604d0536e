import { useQuery } from '@tanstack/react-query'
import { call } from '#ui/api.ts'
import { beginOwnFactor, confirmOwnFactor, ownRecoveryCodes, removeOwnFactor } from '../api/account.ts'
import { addOwnPasskey, beginOwnPasskey, removeOwnPasskey, renameOwnPasskey } from '../api/passkeys.ts'
import { passkeyTexts } from '../rules/passkeys.ts'
import { factorQuery, lookAtFactorAgain, ruleQuery } from './account-queries.ts'
import type { FactorCalls } from './second-factor/factor-calls.ts'
import { FactorsCard } from './second-factor/factors-card.tsx'

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
