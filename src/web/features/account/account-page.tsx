import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endOwnSession } from '#shared/api/account.ts'
import { call } from '../../api.ts'
import { SessionsCard } from '../../app-shell/account/sessions-card.tsx'
import { Loaded } from '../../app-shell/loaded.tsx'
import { useUser } from '../../app-shell/use-user.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { lookAtSessionsAgain, sessionsQuery } from './account-queries.ts'
import { FactorRuleCard } from './factor-rule-card.tsx'
import { HealthMailCard } from './health-mail-card.tsx'
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
      <HealthMailCard />
    </div>
  )
}

const Sessions = () => (
  <Loaded query={useQuery(sessionsQuery)} failed="Where you are signed in could not be loaded." isAlone>
    {({ sessions }) => (
      <SessionsCard
        sessions={sessions}
        endOne={(id) => call(endOwnSession, { params: { id } })}
        endOthers={() => call(endOtherSessions, { body: {} })}
        lookAgain={lookAtSessionsAgain}
      />
    )}
  </Loaded>
)

export { AccountPage as Component }
