import { useQuery } from '@tanstack/react-query'
import { setOwnHealthMail } from '#features/health/api/health.ts'
import { MailCard } from '#features/health/web/parts/mail-card.tsx'
import { call } from '#ui/api.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { useUser } from '#ui/frame/use-user.ts'
import { endOtherSessions, endOwnSession } from '../api/account.ts'
import { healthMailQuery, lookAtSessionsAgain, sessionsQuery } from './account-queries.ts'
import { FactorRuleCard } from './factor-rule-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

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
      <MailCard
        query={healthMailQuery}
        description="To the address of this account, for everybody who acts for it."
        choose={(mail) => call(setOwnHealthMail, { body: { mail } })}
      />
    </div>
  )
}

const Sessions = () => (
  <Loaded query={useQuery(sessionsQuery)} failed="Where you are signed in could not be loaded." within="page">
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
