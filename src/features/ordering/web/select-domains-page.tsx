import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { keysOf } from '#base/records/keys-of.ts'
import { countOf } from '#base/text/count-of.ts'
import { type DomainOption, platformContents } from '#features/plans/rules/catalog.ts'
import { Accordion, AccordionSection } from '#ui/accordion.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { LateLines } from '#ui/late-lines.tsx'
import { latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { toast } from '#ui/toast.ts'
import {
  domainSections,
  domainSectionsProblem,
  domainsToDo,
  type OrderDraft,
  requiredOf,
  type SectionId,
  selectedDomains,
} from '../rules/order-draft.ts'
import { DomainOptionChoice } from './domain-option-choice.tsx'
import { Onward } from './onward.tsx'
import { useOrderDraft } from './order-draft-store.ts'
import { OrderFrame } from './order-frame.tsx'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { useAllowedStep } from './use-allowed-step.ts'

/** Only for domains to buy. */
const DomainSearch = latePart(async () => ({ default: (await import('./domain-search.tsx')).DomainSearch }), {
  Waiting: () => <LateLines lines={4} />,
  Missing: MissingPart,
})
/** Only for domains of one’s own. */
const OwnDomains = latePart(() => import('./own-domains.tsx'), {
  Waiting: () => <LateLines lines={7} />,
  Missing: MissingPart,
})
/** And the last step with them. */
const DnsInstructions = latePart(() => import('./dns-instructions.tsx'), {
  Waiting: () => <LateLines lines={6} />,
  Missing: MissingPart,
})

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
  const { planNames } = useConfig()
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
          <Onward toDo={domainsToDo(draft)}>
            <Button
              variant="primary"
              unavailable={domainSectionsProblem(draft, planNames)}
              onUnavailable={(reason) => {
                toast.error(reason, { id: 'domains-missing' })
                setOpen(firstOpen())
              }}
              onClick={() => void navigate('/setup-domain-settings')}
            >
              Continue to Domain Settings
            </Button>
          </Onward>
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
            {id === 'option' ? (
              <DomainOptionChoice draft={draft} change={change} onChoose={choose} />
            ) : id === 'dns' ? (
              <DnsInstructions draft={draft} change={change} />
            ) : (
              <PlatformDomains
                draft={draft}
                platform={id}
                change={change}
                next={sections[index + 1]}
                onNext={setOpen}
              />
            )}
          </AccordionSection>
        ))}
      </Accordion>
    </OrderFrame>
  )
}
export { SelectDomainsPage as Component }

interface PlatformSectionProps extends PlatformDomainsProps {
  next: ReturnType<typeof domainSections>[number] | undefined
  onNext: (id: SectionId) => void
}

/** The domains of a platform, and the way to the section after it once it can be opened. */
const PlatformDomains = ({ next, onNext, ...domains }: PlatformSectionProps) => (
  <div className="flex flex-col gap-6">
    {domains.draft.domainOption === 'own' ? <OwnDomains {...domains} /> : <DomainSearch {...domains} />}
    {next && !next.locked && (
      <Button className="self-end" onClick={() => onNext(next.id)}>
        Next: {titles[next.id]}
      </Button>
    )}
  </div>
)

/** "Your 2 orders consist of 4 Entra domains." */
function needed(draft: OrderDraft): string {
  const required = requiredOf(draft)
  const parts = keysOf(required)
    .filter((platform) => required[platform] > 0)
    .map((platform) => countOf(required[platform], `${platformContents[platform].name} domain`))
  const orders = draft.orderCount === 1 ? 'Your order consists' : `Your ${draft.orderCount} orders consist`
  return `${orders} of ${parts.join(' and ')}.`
}
