import { useQuery } from '@tanstack/react-query'
import { passkeyTexts } from '#shared/accounts/passkeys.ts'
import { staffRecoveryCodes } from '#shared/api/staff.ts'
import * as api from '#shared/api/staff-factors.ts'
import type { FactorCalls } from '../../app-shell/second-factor/factor-calls.ts'
import { FactorsCard } from '../../app-shell/second-factor/factors-card.tsx'
import { queryClient } from '../../query-client.ts'
import { callStaff } from '../call-staff.ts'
import { ownFactorsQuery } from './account-queries.ts'

const calls: FactorCalls = {
  wantsPassword: false,
  keepsOne: passkeyTexts.lastOfStaff,
  beginApp: () => callStaff(api.beginStaffAuthenticator, { body: {} }),
  addApp: (code) => callStaff(api.addStaffAuthenticator, { body: { code } }),
  removeApp: () => callStaff(api.removeStaffAuthenticator),
  beginPasskey: () => callStaff(api.beginStaffPasskey, { body: {} }),
  addPasskey: (body) => callStaff(api.addStaffPasskey, { body }),
  renamePasskey: (id, name) => callStaff(api.renameStaffPasskey, { params: { id }, body: { name } }),
  removePasskey: (id) => callStaff(api.removeStaffPasskey, { params: { id } }),
  newCodes: () => callStaff(staffRecoveryCodes, { body: {} }),
  lookAgain: () => queryClient.invalidateQueries(ownFactorsQuery),
}

/** The second factors of somebody at the console. */
export function SecondFactorCard() {
  const { data } = useQuery(ownFactorsQuery)
  return data ? <FactorsCard factors={data} calls={calls} /> : null
}
