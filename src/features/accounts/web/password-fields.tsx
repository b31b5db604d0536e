import { PasswordInput } from '#ui/password-input.tsx'
import { SettingRow, SettingsTable } from '#ui/settings-table.tsx'
import { emptyField, type usePasswordChange } from './use-password-change.ts'

const fields = [
  { name: 'currentPassword', label: 'Current Password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New Password',
    autoComplete: 'new-password',
    hint: 'At least 8 characters: upper and lower case, a number and one of @$!%*?&.',
  },
  { name: 'confirmPassword', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const

/** The password as it is, and twice as it is to be. */
export const PasswordFields = ({
  errors,
  register,
}: Pick<ReturnType<typeof usePasswordChange>, 'errors' | 'register'>) => (
  <SettingsTable>
    {fields.map(({ name, label, autoComplete, ...field }) => {
      const problem = errors[name]
      return (
        <SettingRow
          key={name}
          // The rule needs two lines when it is broken.
          className={name === 'newPassword' ? '[&>p]:min-h-8' : undefined}
          label={label}
          hint={'hint' in field ? field.hint : undefined}
          // A missing field is marked; that something is missing is said once, above.
          error={problem?.type === emptyField ? undefined : problem?.message}
        >
          <PasswordInput
            {...register(name)}
            autoComplete={autoComplete}
            {...(problem?.message && { 'aria-invalid': true })}
          />
        </SettingRow>
      )
    })}
  </SettingsTable>
)
