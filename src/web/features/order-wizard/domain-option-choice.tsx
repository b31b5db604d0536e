import { useState } from 'react'
import { formatUsd } from '#shared/money/pricing.ts'
import { allowsOwnDomains, type OrderDraft, ownUnavailable } from '#shared/order-draft/order-draft.ts'
import { type DomainOption, plans, registrationCents } from '#shared/plans/catalog.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ChoiceCard } from '../../ui/choice-card.tsx'
import type { ChangeDraft } from './order-draft-store.ts'

interface DomainOptionChoiceProps {
  draft: OrderDraft
  change: ChangeDraft
  onChoose: (option: DomainOption) => void
}

/** Whether domains are bought here or brought along. */
export function DomainOptionChoice({ draft, change, onChoose }: DomainOptionChoiceProps) {
  const [isRefused, setRefused] = useState(false)
  const { plan } = draft
  const isOwnSold = plan !== null && allowsOwnDomains(plan)
  const chooseOwn = () => {
    setRefused(!isOwnSold)
    if (isOwnSold) onChoose('own')
    else change((present) => ({ ...present, domainOption: 'purchase' }))
  }
  return (
    <>
      <div role="radiogroup" aria-label="Domain option" className="grid gap-3 sm:grid-cols-2">
        <ChoiceCard
          title="Purchase domains"
          isChosen={draft.domainOption === 'purchase'}
          onChoose={() => {
            setRefused(false)
            onChoose('purchase')
          }}
        >
          We register them for you: {formatUsd(registrationCents('com'))} for .com,{' '}
          {formatUsd(registrationCents('net'))} for others, once. Usually the quickest way to start.
        </ChoiceCard>
        <ChoiceCard
          title={
            <>
              Use domains you own{' '}
              {plan && !isOwnSold && <Badge className="ml-1">Not for {plans[plan].name}</Badge>}
            </>
          }
          isChosen={draft.domainOption === 'own'}
          onChoose={chooseOwn}
        >
          Free. You point them to our name servers, which takes roughly 3-5 days.
        </ChoiceCard>
      </div>
      {isRefused && plan && (
        <Alert tone="warning" className="mt-4">
          {ownUnavailable(plan)}
        </Alert>
      )}
    </>
  )
}
