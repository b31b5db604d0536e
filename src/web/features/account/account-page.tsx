import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endOwnSession } from '#shared/api/account.ts'
import { setOwnHealthMail } from '#shared/api/health.ts'
import { call } from '../../api.ts'
import { SessionsCard } from '../../app-shell/account/sessions-card.tsx'
import { MailCard } from '../../app-shell/health/mail-card.tsx'
import { Loaded } from '../../app-shell/loaded.tsx'
import { useUser } from '../../app-shell/use-user.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { healthMailQuery, lookAtSessionsAgain, sessionsQuery } from './account-queries.ts'
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
