import { type StaffRoleName, staffRights, staffRoleNames, staffRoles } from '#base/access.ts'

interface RoleChoiceProps {
  chosen: StaffRoleName
  onChoose: (role: StaffRoleName) => void
}

/** The roles, each with what it is for and what it may do. */
export const RoleChoice = ({ chosen, onChoose }: RoleChoiceProps) => (
  <fieldset>
    <legend className="mb-1.5 font-medium text-secondary">Role</legend>
    <div className="divide-y divide-line rounded-control border border-edge">
      {staffRoleNames.map((role) => (
        <label
          key={role}
          className="flex items-start gap-3 px-3 py-2 has-checked:bg-accent-tint hover:bg-hover/60"
        >
          <input
            type="radio"
            name="role"
            value={role}
            checked={role === chosen}
            onChange={() => onChoose(role)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            <span className="font-medium">{staffRoles[role].title}</span>{' '}
            <span className="text-muted text-secondary">{staffRoles[role].about}</span>
            <span className="block text-label text-muted">{rightsText(role)}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

const rightsText = (role: StaffRoleName): string =>
  staffRoles[role].rights.map((right) => `${staffRights[right]}.`).join(' ')
