import { useState } from 'react'
import type { DomainOption } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { type RegistrationFees, registrationFees } from '#features/plans/rules/registration-fees.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import { allowsOwnDomains, type OrderDraft, ownUnavailable } from '../rules/order-draft.ts'
import type { ChangeDraft } from './order-draft-store.ts'

interface DomainOptionChoiceProps {
  draft: OrderDraft
  change: ChangeDraft
  onChoose: (option: DomainOption) => void
}

const registrationText = ({ com, others }: RegistrationFees) =>
  `We register them for you: ${[com && `${com} for .com`, others && `${others} for ${com ? 'others' : 'each'}`].filter(Boolean).join(', ')}, once. Usually the quickest way to start.`
const ownText = 'Free. You point them to our name servers, which takes roughly 3-5 days.'

/** Whether domains are bought here or brought along. */
export function DomainOptionChoice({ draft, change, onChoose }: DomainOptionChoiceProps) {
  const { purchasableTlds, planNames } = useConfig()
  const fees = registrationFees(usePrices(), purchasableTlds)
  const [isRefused, setRefused] = useState(false)
  const { plan } = draft
  const isOwnSold = plan !== null && allowsOwnDomains(plan)
  const choose = (option: DomainOption) => {
    const isSold = option === 'purchase' || isOwnSold
    setRefused(!isSold)
    if (isSold) onChoose(option)
    else change((present) => ({ ...present, domainOption: 'purchase' }))
  }
  const ownTitle = (
    <>
      Use domains you own{' '}
      {plan && !isOwnSold && <Badge className="ml-1">Not for {planName(plan, planNames)}</Badge>}
    </>
  )
  return (
    <>
      <ChoiceCards
        label="Domain option"
        choices={[
          { value: 'purchase', title: 'Purchase domains', about: registrationText(fees) },
          { value: 'own', title: ownTitle, about: ownText },
        ]}
        chosen={draft.domainOption}
        onChoose={choose}
      />
      {isRefused && plan && (
        <Alert tone="warning" className="mt-4">
          {ownUnavailable(plan, planNames)}
        </Alert>
      )}
    </>
  )
}
