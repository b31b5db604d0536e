import { useQuery } from '@tanstack/react-query'
import { staffRoles } from '#shared/access.ts'
import { failureText } from '../../app-shell/failure-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { useStaff } from '../staff-session.ts'
import { ownAccountQuery } from './account-queries.ts'
import { ChangePasswordCard } from './change-password-card.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
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
        <ChangePasswordCard />
      </div>
    </div>
  )
}

function Access() {
  const { data, error, isFetching, refetch } = useQuery(ownAccountQuery)
  if (data)
    return (
      <>
        <SessionsCard sessions={data.sessions} />
        <RecoveryCodesCard left={data.recoveryCodesLeft} />
      </>
    )
  if (error)
    return (
      <Alert
        title="Where you are signed in could not be loaded."
        action={
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {failureText(error)}
      </Alert>
    )
  return (
    <Card>
      <div role="status" aria-label="Loading">
        <SkeletonText lines={4} />
      </div>
    </Card>
  )
}

export { AccountPage as Component }
