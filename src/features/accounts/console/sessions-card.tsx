import { endOtherStaffSessions, endStaffSession } from '#features/staff/api/staff.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import type { OpenSession } from '../rules/open-session.ts'
import { SessionsCard as Sessions } from '../web/sessions-card.tsx'
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
