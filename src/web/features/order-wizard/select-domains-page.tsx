import { Suspense, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import {
  domainSections,
  domainSectionsProblem,
  type OrderDraft,
  requiredOf,
  type SectionId,
  selectedDomains,
} from '#shared/order-draft/order-draft.ts'
import { type DomainOption, type Platform, platformContents } from '#shared/plans/catalog.ts'
import { countOf } from '#shared/text/count-of.ts'
import { Accordion, AccordionSection } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { latePart } from '../../ui/late-part.ts'
import { MissingPart } from '../../ui/missing-parts.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { DomainOptionChoice } from './domain-option-choice.tsx'
import { DomainSearch } from './domain-search.tsx'
import { useOrderDraft } from './order-draft-store.ts'
import { OrderFrame } from './order-frame.tsx'
import { useAllowedStep } from './use-allowed-step.ts'

/** Only for domains of one’s own. */
const OwnDomains = latePart(
  () => import('./own-domains.tsx'),
  () => <MissingPart />,
)
/** And the last step with them. */
const DnsInstructions = latePart(
  () => import('./dns-instructions.tsx'),
  () => <MissingPart />,
)

const titles: Record<SectionId, string> = {
  option: 'Domain Option',
  azure: 'Entra Domains',
  google: 'Google Domains',
  dns: 'DNS Pointing Instructions',
}
const optionNames: Record<DomainOption, string> = {
  purchase: 'Purchase domains',
  own: 'Use domains you own',
}
const lockedReason = 'Complete the section above first.'

function summaryOf(id: SectionId, draft: OrderDraft): string | undefined {
  if (id === 'option') return draft.domainOption ? optionNames[draft.domainOption] : undefined
  if (id === 'dns') return undefined
  const names = selectedDomains(draft)[id]
  return names.length > 0 ? `${names.length} of ${requiredOf(draft)[id]}: ${names.join(', ')}` : undefined
}

/** Step 2 of an order. */
export function SelectDomainsPage() {
  const [draft, change] = useOrderDraft()
  const navigate = useNavigate()
  const redirect = useAllowedStep(draft, '/select-domains')
  const sections = domainSections(draft)
  const firstOpen = () => sections.find(({ complete }) => !complete)?.id ?? ''
  const [open, setOpen] = useState<string>(firstOpen)
  if (redirect) return <Navigate to={redirect} replace />

  const choose = (domainOption: DomainOption) => {
    change((present) => ({ ...present, domainOption }))
    const [, next] = domainSections({ ...draft, domainOption })
    setOpen(next?.id ?? '')
  }
  const problem = domainSectionsProblem(draft)
  const content = (id: SectionId) => {
    if (id === 'option') return <DomainOptionChoice draft={draft} change={change} onChoose={choose} />
    if (id === 'dns')
      return (
        <Suspense fallback={<SkeletonText lines={6} />}>
          <DnsInstructions draft={draft} change={change} />
        </Suspense>
      )
    const after = sections[sections.findIndex((section) => section.id === id) + 1]
    return (
      <div className="flex flex-col gap-6">
        {draft.domainOption === 'own' ? (
          <Suspense fallback={<SkeletonText lines={7} />}>
            <OwnDomains draft={draft} platform={id} change={change} />
          </Suspense>
        ) : (
          <DomainSearch draft={draft} platform={id} change={change} />
        )}
        {after && !after.locked && (
          <Button className="self-end" onClick={() => setOpen(after.id)}>
            Next: {titles[after.id]}
          </Button>
        )}
      </div>
    )
  }
  return (
    <OrderFrame
      draft={draft}
      current={2}
      title="Select and Setup Domains"
      intro={needed(draft)}
      actions={
        <>
          <ButtonLink to="/choose-plan" variant="quiet">
            Go Back
          </ButtonLink>
          <Button
            variant="primary"
            unavailable={problem}
            onUnavailable={(reason) => {
              toast.error(reason, { id: 'domains-missing' })
              setOpen(firstOpen())
            }}
            onClick={() => void navigate('/setup-domain-settings')}
          >
            Continue to Domain Settings
          </Button>
        </>
      }
    >
      <Accordion value={open} onValueChange={setOpen}>
        {sections.map(({ id, complete, locked }, index) => (
          <AccordionSection
            key={id}
            value={id}
            title={titles[id]}
            number={index + 1}
            complete={complete}
            locked={locked && lockedReason}
            summary={summaryOf(id, draft)}
          >
            {content(id)}
          </AccordionSection>
        ))}
      </Accordion>
    </OrderFrame>
  )
}
export { SelectDomainsPage as Component }

/** "Your 2 orders consist of 4 Entra domains." */
function needed(draft: OrderDraft): string {
  const required = requiredOf(draft)
  const parts = (Object.keys(required) as Platform[])
    .filter((platform) => required[platform] > 0)
    .map((platform) => countOf(required[platform], `${platformContents[platform].name} domain`))
  const orders = draft.orderCount === 1 ? 'Your order consists' : `Your ${draft.orderCount} orders consist`
  return `${orders} of ${parts.join(' and ')}.`
}
