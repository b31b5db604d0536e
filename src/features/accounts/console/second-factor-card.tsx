import { useQuery } from '@tanstack/react-query'
import { staffRecoveryCodes } from '#features/staff/api/staff.ts'
import * as api from '#features/staff/api/staff-factors.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { queryClient } from '#ui/query-client.ts'
import { passkeyTexts } from '../rules/passkeys.ts'
import type { FactorCalls } from '../web/second-factor/factor-calls.ts'
import { FactorsCard } from '../web/second-factor/factors-card.tsx'
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
