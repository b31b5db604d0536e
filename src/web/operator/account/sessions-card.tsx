import type { OpenSession } from '#shared/accounts/open-session.ts'
import { endOtherStaffSessions, endStaffSession } from '#shared/api/staff.ts'
import { SessionsCard as Sessions } from '../../app-shell/account/sessions-card.tsx'
import { callStaff } from '../call-staff.ts'
import { lookAgain } from './account-queries.ts'

/** Where one is signed in to the console. */
export const SessionsCard = ({ sessions }: { sessions: readonly OpenSession[] }) => (
  <Sessions
    sessions={sessions}
    endOne={(id) => callStaff(endStaffSession, { params: { id } })}
    endOthers={() => callStaff(endOtherStaffSessions, { body: {} })}
    lookAgain={lookAgain}
  />
)
