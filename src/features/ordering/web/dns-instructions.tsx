import { Check } from 'lucide-react'
import { useState } from 'react'
import { stopsText } from '#features/names/rules/standing-records.ts'
import { Button } from '#ui/button.tsx'
import { NameServers } from '#ui/frame/name-servers.tsx'
import { StandingRecords } from '#ui/frame/standing-records.tsx'
import { useStanding } from '#ui/frame/use-standing.ts'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'
import type { ChangeDraft } from './order-draft-store.ts'
import { PreparedNames } from './prepared-names.tsx'

/** Where own domains have to point, and the customer's word that they do. */
export default function DnsInstructions({ draft, change }: { draft: OrderDraft; change: ChangeDraft }) {
  const selected = selectedDomains(draft)
  const names = [...selected.azure, ...selected.google]
  const isConfirmed = names.length > 0 && names.every((name) => draft.confirmedDomains.includes(name))
  const standing = useStanding(names)
  const [isAsking, setAsking] = useState(false)
  const confirm = () => change((present) => ({ ...present, confirmedDomains: names }))
  // Of the others it was asked before.
  const stops = names
    .filter((name) => !draft.confirmedDomains.includes(name))
    .flatMap((name) => standing.known.get(name) ?? [])
    .flatMap((each) => stopsText(each) ?? [])
  return (
    <div className="flex flex-col gap-4">
      <StandingRecords names={names} standing={standing} />
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        <li>Sign in where your domains are registered.</li>
        <li>Open the name-server settings of each domain and choose custom name servers.</li>
        <li>Replace the name servers there with these four, and save.</li>
      </ol>
      <NameServers />
      <p className="text-muted text-secondary">
        Setting up usually takes 24 hours once the name servers point here. A change of name servers can take
        3-5 days to be seen everywhere. Remove DNSSEC at your registrar if it is on, or the change will not be
        seen.
      </p>
      <Button
        className="self-start"
        variant={isConfirmed ? 'quiet' : 'secondary'}
        icon={isConfirmed && <Check className="text-success" />}
        aria-pressed={isConfirmed}
        loading={standing.isLooking}
        onClick={() => (stops.length > 0 ? setAsking(true) : confirm())}
      >
        {isConfirmed ? 'Instructions Completed' : 'I have completed the instructions above'}
      </Button>
      {isAsking && (
        <LateConfirmDialog
          onClose={() => setAsking(false)}
          title="Stop current email and websites?"
          confirmLabel="Continue"
          onConfirm={confirm}
        >
          <ul className="flex flex-col gap-1">
            {stops.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </LateConfirmDialog>
      )}
      {isConfirmed && <PreparedNames names={names} />}
    </div>
  )
}
