import { profilePictureLinkMaxLength } from '#shared/people/profile-picture-link.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

interface ProfilePictureFieldProps {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (link: string) => void
}

/** The link to the picture that Google inboxes show. */
export const ProfilePictureField = ({ label, hint, value, error, onChange }: ProfilePictureFieldProps) => (
  <Field label={label} hint={hint} error={error}>
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
  </Field>
)
