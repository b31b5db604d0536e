import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'
import type { ChangeDraft } from './order-draft-store.ts'
import { SuggestedNames } from './suggested-names.tsx'
import { useTaking } from './use-taking.ts'
import { withDomains } from './with-domains.ts'

interface AlternativesProps {
  /** A name of the draft that cannot be bought any more. */
  name: string
  draft: OrderDraft
  change: ChangeDraft
}

/** Names that can take the place of one, each once the registrar says that it is free. */
export function Alternatives({ name, draft, change }: AlternativesProps) {
  const selected = selectedDomains(draft)
  const platform = selected.google.includes(name) ? 'google' : 'azure'
  const { takings, take } = useTaking((chosen) =>
    change((present) =>
      withDomains(present, platform, (list) => list.map((each) => (each === name ? chosen : each))),
    ),
  )
  return (
    <SuggestedNames
      title={`Available instead of ${name}`}
      seed={name}
      platform={platform}
      selected={selected}
      takings={takings}
      isFull={false}
      onAdd={take}
    />
  )
}
