import { type HealthMail, healthMailNames, healthMails, healthMailTitle } from '#shared/health/health-mail.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'

interface MailCardProps {
  mail: HealthMail
  /** Whose domains they are about, and to whom they go. */
  description: string
  /** Holds at once; a failure is told over the page, and what held before is shown again. */
  onChoose: (mail: HealthMail) => void
}

/** Which mails about the health of domains come. */
export const MailCard = ({ mail, description, onChoose }: MailCardProps) => (
  <Card>
    <CardHeader title={healthMailTitle} description={description} />
    <div className="mt-4">
      <ChoiceCards
        label={healthMailTitle}
        chosen={mail}
        onChoose={(chosen) => chosen !== mail && onChoose(chosen)}
        choices={healthMailNames.map((value) => ({
          value,
          title: healthMails[value].label,
          about: healthMails[value].about,
        }))}
      />
    </div>
  </Card>
)
