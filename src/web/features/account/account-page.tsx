import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endOwnSession } from '#shared/api/account.ts'
import { call } from '../../api.ts'
import { SessionsCard } from '../../app-shell/account/sessions-card.tsx'
import { failureText } from '../../app-shell/failure-text.ts'
import { useUser } from '../../app-shell/use-user.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { lookAtSessionsAgain, sessionsQuery } from './account-queries.ts'
import { FactorRuleCard } from './factor-rule-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

/** What a customer does about their own way in. */
export function AccountPage() {
  const { name, email } = useUser()
  return (
    <div className="mx-auto flex max-w-column flex-col gap-5">
      <p className="text-muted wrap-anywhere">
        {name}, {email}
      </p>
      <Sessions />
      <SecondFactorCard />
      <FactorRuleCard />
      <Card>
        <CardHeader
          title="Password"
          description="Changing it signs you out everywhere else."
          actions={
            <ButtonLink to="/reset-password" size="small">
              Change password
            </ButtonLink>
          }
        />
      </Card>
    </div>
  )
}

function Sessions() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery)
  if (data)
    return (
      <SessionsCard
        sessions={data.sessions}
        endOne={(id) => call(endOwnSession, { params: { id } })}
        endOthers={() => call(endOtherSessions, { body: {} })}
        lookAgain={lookAtSessionsAgain}
      />
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
