import { useQuery } from '@tanstack/react-query'
import { setStaffHealthMail } from '#shared/api/console/health.ts'
import type { HealthMail } from '#shared/health/health-mail.ts'
import { MailCard } from '../../app-shell/health/mail-card.tsx'
import { Loaded } from '../../app-shell/loaded.tsx'
import { queryClient } from '../../query-client.ts'
import { toast } from '../../ui/toast.ts'
import { callStaff } from '../call-staff.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { healthMailQuery } from './account-queries.ts'

/** Which mails about the health of all domains somebody of the staff gets. */
export function HealthMailCard() {
  const query = useQuery(healthMailQuery)
  const choosing = useStaffAction({
    mutationFn: (mail: HealthMail) => callStaff(setStaffHealthMail, { body: { mail } }),
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
          description="About all customers’ domains, by the account that they are at. To you; each colleague chooses for themselves."
          onChoose={(chosen) => choosing.mutate(chosen)}
        />
      )}
    </Loaded>
  )
}
