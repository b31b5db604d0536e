import { X } from 'lucide-react'
import { useEffect } from 'react'
import { fullName, peopleLimit, peopleLimitMessage } from '#features/people/rules/person-name.ts'
import { profilePictureLinkMessages } from '#features/people/rules/profile-picture-link.ts'
import { shownShares } from '#features/people/rules/username-update.ts'
import { NewPersonForm } from '#features/people/web/new-person-form.tsx'
import { ProfilePictureField } from '#features/people/web/profile-picture-field.tsx'
import { type Platform, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { SettingsTable } from '#ui/settings-table.tsx'
import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'
import type { SettingsStepProps } from './basic-step.tsx'
import type { ChangeDraft } from './order-draft-store.ts'
import { usePeopleStep } from './use-people-step.ts'

/** Made once someone is there. */
const MailboxAddresses = latePart(() => import('./mailbox-addresses.tsx'), {
  Missing: MissingPart,
})

/** The people whose names the inboxes bear. */
export function UsersStep({ draft, change, onSave, onEdited }: SettingsStepProps & { change: ChangeDraft }) {
  const { entry, where, platforms, isEdited, ...step } = usePeopleStep({ draft, change, onSave })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the fact is told, not every render's function
  useEffect(() => onEdited(isEdited), [isEdited])

  const isFull = draft.people.length >= peopleLimit(where)
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        {peopleLimit(where) === 1
          ? 'All inboxes bear the name of one person.'
          : `The inboxes of each domain are divided among these people. 2 or more are recommended, up to ${peopleLimit(where)} are possible.`}
      </p>
      {draft.people.length > 0 && (
        <div className="flex flex-col gap-2">
          <People draft={draft} onRemove={step.remove} />
          <Addresses draft={draft} platforms={platforms} />
        </div>
      )}
      <NewPersonForm {...entry.fields} onAdd={step.add} unavailable={isFull && peopleLimitMessage(where)} />
      {platforms.includes('google') && (
        <SettingsTable>
          <ProfilePictureField
            label="Profile picture link (optional)"
            hint={`For the Google inboxes. ${profilePictureLinkMessages.sharing}`}
            value={step.picture}
            error={step.pictureError}
            onChange={step.enterPicture}
            now={draft.profilePictureLink}
          />
        </SettingsTable>
      )}
      <Button className="self-start" onClick={step.save}>
        Save & Continue
      </Button>
    </div>
  )
}

/** Which addresses they get on the first domain of each platform. */
function Addresses({ draft, platforms }: { draft: OrderDraft; platforms: readonly Platform[] }) {
  const selected = selectedDomains(draft)
  return platforms.map((platform) => {
    const [domain] = selected[platform]
    return (
      domain && <MailboxAddresses key={platform} platform={platform} domain={domain} people={draft.people} />
    )
  })
}

function People({ draft, onRemove }: Pick<SettingsStepProps, 'draft'> & { onRemove: (id: string) => void }) {
  const platforms = platformsOf(draft.plan ?? 'azure')
  const shares = shownShares(draft.people, platforms)
  return (
    <ul aria-label="Users" className="divide-y divide-line rounded-control border border-line">
      {draft.people.map((person, index) => (
        <li key={person.id} className="flex min-h-11 items-center gap-3 py-0.5 pr-1.5 pl-3">
          <span className="min-w-0 grow break-words">{fullName(person)}</span>
          <span className="text-right text-muted text-secondary tabular-nums">
            {platforms
              .map((platform) => `${shares[index]?.[platform] ?? 0} ${platformContents[platform].name}`)
              .join(' + ')}{' '}
            inboxes per domain
          </span>
          <IconButton label={`Remove ${fullName(person)}`} onClick={() => onRemove(person.id)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
