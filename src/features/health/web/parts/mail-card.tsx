import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Card, CardHeader } from '#ui/card.tsx'
import { changesOff } from '#ui/changes-off.ts'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { isUnconfirmed } from '#ui/frame/forms/unconfirmed.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { type HealthMail, healthMailNames, healthMails, healthMailTitle } from '../../rules/health-mail.ts'

interface MailCardProps<Key extends readonly unknown[]> {
  /** What somebody has chosen. */
  query: UseQueryOptions<{ mail: HealthMail }, Error, { mail: HealthMail }, Key>
  /** Whose domains they are about, and to whom they go. */
  description: string
  /** Holds at once; a failure is told over the page, and what held before is shown again. */
  choose: (mail: HealthMail) => Promise<{ message: string }>
}

/** Which mails about the health of domains come. */
export function MailCard<Key extends readonly unknown[]>({ query, description, choose }: MailCardProps<Key>) {
  const choosing = useAction({
    mutationFn: choose,
    // A choice of staff's that was not confirmed has not failed.
    meta: { quiet: isUnconfirmed },
    onSuccess: async ({ message }) => {
      toast.success(message)
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  return (
    <Loaded query={useQuery(query)} failed="Which mails about health come could not be loaded." within="page">
      {({ mail }) => (
        <Card>
          <CardHeader title={healthMailTitle} description={description} />
          <div className="mt-4">
            <ChoiceCards
              label={healthMailTitle}
              chosen={choosing.isPending ? choosing.variables : mail}
              unavailable={changesOff()}
              onChoose={(chosen) => chosen !== mail && choosing.mutate(chosen)}
              choices={healthMailNames.map((value) => ({
                value,
                title: healthMails[value].label,
                about: healthMails[value].about,
              }))}
            />
          </div>
        </Card>
      )}
    </Loaded>
  )
}
