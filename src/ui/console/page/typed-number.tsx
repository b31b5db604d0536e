import { typeTheNumber, wantsWord } from '#features/names/rules/typed-word.ts'
import { Field } from '../../field.tsx'
import { Input } from '../../input.tsx'

interface TypedNumberProps {
  /** That would be touched. */
  domains: number
  value: string
  onChange: (value: string) => void
}

/** Where an act touches many domains, their number is typed first. */
export const TypedNumber = ({ domains, value, onChange }: TypedNumberProps) =>
  wantsWord(domains) && (
    <Field label={typeTheNumber(domains)} className="mt-3">
      <Input
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
