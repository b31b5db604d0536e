import { useQuery } from '@tanstack/react-query'
import { staffRoles } from '#base/access.ts'
import { setStaffHealthMail } from '#features/health/api/console-health.ts'
import { getsHealthMail } from '#features/health/rules/health-mail.ts'
import { MailCard } from '#features/health/web/parts/mail-card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { healthMailQuery, ownAccountQuery } from './account-queries.ts'
import { ChangePasswordCard } from './change-password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** What somebody of the staff does about their own way in. */
export function AccountPage() {
  const { name, email, role } = useStaff()
  return (
    <div className="mx-auto max-w-column">
      <h1 className="text-page-title">Account</h1>
      <p className="mt-1 text-muted wrap-anywhere">
        {name}, {email}. {staffRoles[role].title}: {staffRoles[role].about}
      </p>
      <div className="mt-5 flex flex-col gap-5">
        <Access />
        <SecondFactorCard />
        <ChangePasswordCard />
        {getsHealthMail(role) && (
          <MailCard
            query={healthMailQuery}
            description="About all customers’ domains, by the account that they are at. To you; each colleague chooses for themselves."
            choose={(mail) => callStaff(setStaffHealthMail, { body: { mail } })}
          />
        )}
      </div>
    </div>
  )
}

function Access() {
  const query = useQuery(ownAccountQuery)
  return (
    <Loaded query={query} failed="Where you are signed in could not be loaded." within="page">
      {({ sessions }) => <SessionsCard sessions={sessions} />}
    </Loaded>
  )
}

export { AccountPage as Component }
