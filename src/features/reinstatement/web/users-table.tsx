import { Pencil, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { fullName, type PersonName, personNameMaxLength } from '#features/people/rules/person-name.ts'
import type { PersonShare } from '#features/people/rules/username-update.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { editReinstateUser, type ReinstateUser, removeReinstateUser } from '../rules/reinstate-users.ts'

interface UsersTableProps {
  users: readonly ReinstateUser[]
  /** What each of them gets on a domain, in order. */
  shares: readonly PersonShare[]
  onChange: (users: ReinstateUser[]) => void
}

const titleId = 'current-users'

/** Who will be on the domains, and with how many mailboxes. */
export function UsersTable({ users, shares, onChange }: UsersTableProps) {
  const [editing, setEditing] = useState<string>()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-2 font-medium">
        Current Users
      </h3>
      <div className="overflow-x-auto rounded-control border border-line">
        <table aria-labelledby={titleId} className="w-full text-left">
          <thead className="bg-sunken text-muted text-secondary">
            <tr>
              <th scope="col" className="px-3 py-2 font-medium">
                Name
              </th>
              <th scope="col" className="px-2 py-2 text-right font-medium sm:px-3">
                Azure Inboxes / Domain
              </th>
              <th scope="col" className="px-2 py-2 text-right font-medium sm:px-3">
                Google Inboxes / Domain
              </th>
              <th scope="col" className="px-3 py-2">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {users.map((user, index) =>
              user.id === editing ? (
                <tr key={user.id}>
                  <td colSpan={4} className="px-3 py-2.5">
                    <EditRow
                      user={user}
                      users={users}
                      onSave={(changed) => {
                        onChange(changed)
                        setEditing(undefined)
                      }}
                      onCancel={() => setEditing(undefined)}
                    />
                  </td>
                </tr>
              ) : (
                <UserRow
                  key={user.id}
                  user={user}
                  share={shares[index]}
                  onEdit={() => setEditing(user.id)}
                  onRemove={() => onChange(removeReinstateUser(users, user.id))}
                />
              ),
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface UserRowProps {
  user: ReinstateUser
  /** Mailboxes on each domain of a platform. */
  share: PersonShare | undefined
  onEdit: () => void
  onRemove: () => void
}

const UserRow = ({ user, share, onEdit, onRemove }: UserRowProps) => (
  <tr>
    <th scope="row" className="break-words px-3 py-1 font-normal">
      {fullName(user)}
    </th>
    <td className="px-2 py-1 text-right tabular-nums sm:px-3">{share?.azure ?? 0}</td>
    <td className="px-2 py-1 text-right tabular-nums sm:px-3">{share?.google ?? 0}</td>
    <td className="py-1 pr-1">
      <span className="flex justify-end">
        <IconButton label={`Edit ${fullName(user)}`} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={`Remove ${fullName(user)}`} onClick={onRemove}>
          <X />
        </IconButton>
      </span>
    </td>
  </tr>
)

interface EditRowProps {
  user: ReinstateUser
  users: readonly ReinstateUser[]
  onSave: (users: ReinstateUser[]) => void
  onCancel: () => void
}

function EditRow({ user, users, onSave, onCancel }: EditRowProps) {
  const [typed, setTyped] = useState<PersonName>({ firstName: user.firstName, lastName: user.lastName })
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const outcome = editReinstateUser(users, user.id, typed)
    if (outcome.ok) onSave(outcome.value)
    else setError(outcome.problem.message)
  }
  const errorId = `${user.id}-error`
  const field = (name: keyof PersonName, label: string) => (
    <Input
      aria-label={label}
      value={typed[name]}
      maxLength={2 * personNameMaxLength}
      autoComplete="off"
      autoFocus={name === 'firstName'}
      aria-invalid={Boolean(error) || undefined}
      aria-describedby={error ? errorId : undefined}
      onChange={(event) => {
        setTyped((before) => ({ ...before, [name]: event.target.value }))
        setError(undefined)
      }}
    />
  )
  return (
    <form
      noValidate
      aria-label={`Edit ${fullName(user)}`}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <div className="grid gap-2 sm:grid-cols-[1fr_1fr_auto_auto]">
        {field('firstName', 'Edit first name')}
        {field('lastName', 'Edit last name')}
        <Button type="submit">Save</Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-danger text-label">
          {error}
        </p>
      )}
    </form>
  )
}
