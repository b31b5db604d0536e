import { allocateAddresses } from '#features/people/rules/mailbox-address.ts'
import { fullName, type PersonName } from '#features/people/rules/person-name.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { provisionedPerDomain, shownPerDomain } from '#features/plans/rules/inbox-split.ts'

const nobody: ReadonlySet<string> = new Set()

interface MailboxAddressesProps {
  platform: Platform
  /** The domain that stands for all of the platform: each has the same addresses before its @. */
  domain: string
  people: readonly (PersonName & { id: string })[]
}

/** Which addresses each person gets, by the rule that makes them. */
export default function MailboxAddresses({ platform, domain, people }: MailboxAddressesProps) {
  const counts = provisionedPerDomain(platform, people.length)
  const shown = shownPerDomain(platform, people.length)
  const chosen = allocateAddresses({
    people: people.map((person, index) => ({ ...person, personaId: person.id, count: counts[index] ?? 0 })),
    taken: nobody,
  })
  const rows = people.map((person, index) => ({
    person,
    localParts: (chosen.get(person.id) ?? []).slice(0, shown[index]),
  }))
  return (
    <details className="rounded-control border border-line">
      <summary className="px-3 py-2 font-medium text-secondary">
        Addresses on{' '}
        <span translate="no" className="break-all">
          {domain}
        </span>
      </summary>
      <dl className="flex max-h-96 flex-col gap-3 overflow-y-auto border-line border-t px-3 py-3 text-secondary">
        {rows.map(({ person, localParts }) => (
          <div key={person.id} className="min-w-0">
            <dt className="font-medium">{fullName(person)}</dt>
            <dd className="wrap-anywhere text-muted">
              {localParts.length > 0 ? localParts.join(', ') : 'No inboxes on this domain'}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
