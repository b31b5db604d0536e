import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { setOwnHealthMail } from '#features/health/api/health.ts'
import { MailCard } from '#features/health/web/parts/mail-card.tsx'
import { call } from '#ui/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { isUnconfirmed } from '#ui/frame/forms/unconfirmed.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { useUser } from '#ui/frame/use-user.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { changeFactorRule, endOtherSessions, endOwnSession } from '../api/account.ts'
import { secondFactorTexts } from '../rules/own-second-factor.ts'
import {
  factorQuery,
  healthMailQuery,
  lookAtFactorAgain,
  lookAtSessionsAgain,
  ruleQuery,
  sessionsQuery,
} from './account-queries.ts'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** The account's own rule: whether everybody who acts for it needs a second factor. */
function FactorRuleCard() {
  const { data: rule } = useQuery(ruleQuery)
  const { data: own } = useQuery(factorQuery)
  const [isAsking, setAsking] = useState(false)
  const changing = useAction({
    mutationFn: (isOn: boolean) => call(changeFactorRule, { body: { isOn } }),
    meta: { quiet: isUnconfirmed },
    onSuccess: ({ message }) => {
      toast.success(message)
      void lookAtFactorAgain()
    },
  })
  if (!rule || !own) return null
  const { isOn, people, without } = rule
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            Second factor for everybody
            <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
          </span>
        }
        description={
          isOn
            ? 'Whoever acts for this account needs a second factor, and can do nothing here without one.'
            : 'You can ask it of all who act for this account, and not of yourself alone.'
        }
        actions={
          <Button
            size="small"
            unavailable={!isOn && !own.isOn && secondFactorTexts.ownFirst}
            onClick={() => setAsking(true)}
          >
            {isOn ? 'Leave it to each' : 'Ask everybody'}
          </Button>
        }
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isOn ? 'Leave the second factor to each person?' : 'Ask everybody for a second factor?'}
        confirmLabel={isOn ? 'Leave it to each' : 'Ask everybody'}
        onConfirm={() => changing.mutateAsync(!isOn)}
      >
        {isOn
          ? 'Everybody may remove theirs from then on. Until they do, it is asked for as before.'
          : whatFollows(people, without)}
      </ConfirmDialog>
    </Card>
  )
}

/** In numbers, before it is switched on. */
function whatFollows(people: number, without: number): string {
  if (without === 0)
    return people === 1
      ? 'You are the only one who signs in, and have one. Whoever comes later sets one up first.'
      : `All ${people} people who sign in have one. Whoever comes later sets one up first.`
  const who = without === 1 ? '1 has none' : `${without} have none`
  return `Of ${people} people who sign in, ${who}: they are led to set one up at their next step, and can do nothing else here until they have.`
}

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
