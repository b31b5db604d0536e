import { Checkbox } from '#ui/checkbox.tsx'

interface KeepCheckboxProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

export const KeepCheckbox = (props: KeepCheckboxProps) => (
  <Checkbox {...props} className="mb-4 text-secondary">
    Keep these credentials for 24 hours, encrypted, so that I can come back
  </Checkbox>
)
