import { useQuery } from '@tanstack/react-query'
import { setOwnHealthMail } from '#shared/api/health.ts'
import type { HealthMail } from '#shared/health/health-mail.ts'
import { call } from '../../api.ts'
import { MailCard } from '../../app-shell/health/mail-card.tsx'
import { Loaded } from '../../app-shell/loaded.tsx'
import { queryClient } from '../../query-client.ts'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'
import { healthMailQuery } from './account-queries.ts'

/** Which mails about the health of the account's domains come. */
export function HealthMailCard() {
  const query = useQuery(healthMailQuery)
  const choosing = useAction({
    mutationFn: (mail: HealthMail) => call(setOwnHealthMail, { body: { mail } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await queryClient.invalidateQueries(healthMailQuery)
    },
  })
  return (
    <Loaded query={query} failed="Which mails about health come could not be loaded." isAlone>
      {({ mail }) => (
        <MailCard
          mail={choosing.isPending ? choosing.variables : mail}
          description="To the address of this account, for everybody who acts for it."
          onChoose={(chosen) => choosing.mutate(chosen)}
        />
      )}
    </Loaded>
  )
}
