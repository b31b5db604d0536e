import { Input } from '#ui/input.tsx'
import { SettingRow } from '#ui/settings-table.tsx'
import { profilePictureLinkMaxLength } from '../rules/profile-picture-link.ts'

interface ProfilePictureFieldProps {
  label: string
  hint: string
  value: string
  error: string | undefined
  /** What was saved before. */
  now?: string
  onChange: (link: string) => void
}

/** The link to the picture that Google inboxes show. */
export const ProfilePictureField = ({
  label,
  hint,
  value,
  error,
  now,
  onChange,
}: ProfilePictureFieldProps) => (
  <SettingRow label={label} hint={hint} error={error} now={now}>
    <Input
      value={value}
      // Longer than allowed, so that what was pasted is refused in words and not cut.
      maxLength={2 * profilePictureLinkMaxLength}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://drive.google.com/…"
      onChange={(event) => onChange(event.target.value)}
    />
  </SettingRow>
)
