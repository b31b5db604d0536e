import type { Platform } from '#features/plans/rules/catalog.ts'
import { toast } from '#ui/toast.ts'
import type { PeopleContext } from '../../rules/person-name.ts'
import { shownAfter } from '../../rules/shares-after.ts'
import {
  peopleAfter,
  removeUser,
  renameUser,
  restoreUser,
  type UsernameRow,
} from '../../rules/username-changes.ts'
import type { EditedGroup } from './use-usernames.ts'
import { UsernameRowFields } from './username-row-fields.tsx'

interface UsernamesTableProps {
  groups: readonly EditedGroup[]
  rows: readonly UsernameRow[]
  platforms: readonly Platform[]
  where: PeopleContext
  onChange: (rows: UsernameRow[]) => void
}

/** The people, each to be renamed, removed or restored. */
export function UsernamesTable({ groups, rows, platforms, where, onChange }: UsernamesTableProps) {
  const present = rows.filter(({ isDeleted }) => !isDeleted)
  const shares = shownAfter(peopleAfter(rows), groups)
  return (
    <table aria-label="Users" className="w-full text-left">
      <thead className="border-line border-b text-muted text-secondary max-sm:sr-only">
        <tr>
          <th scope="col" className="py-2 pr-3 font-medium">
            Current Name
          </th>
          <th scope="col" className="py-2 pr-3 font-medium">
            New First Name
          </th>
          <th scope="col" className="py-2 pr-3 font-medium">
            New Last Name
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-medium">
            Inboxes / Domain
          </th>
          <th scope="col" className="py-2">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <UsernameRowFields
            key={row.id}
            row={row}
            rows={rows}
            share={shares[present.indexOf(row)]}
            platforms={platforms}
            onRename={(typed) => onChange(renameUser(rows, row.id, typed))}
            onDelete={() => onChange(removeUser(rows, row.id))}
            onRestore={() => {
              const outcome = restoreUser(rows, row.id, where)
              if (outcome.ok) onChange(outcome.value)
              else toast.error(outcome.problem.message)
            }}
          />
        ))}
      </tbody>
    </table>
  )
}
