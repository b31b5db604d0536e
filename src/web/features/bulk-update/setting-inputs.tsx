import type { AccessKind, SettingField } from '#shared/bulk-update/setting-fields.ts'
import { parseSetting, settingProblem, settingRange } from '#shared/bulk-update/setting-fields.ts'
import { keysOf, mapRecord } from '#shared/records/keys-of.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

/** Texts as typed; what is not a number counts as the field's default. */
export type SettingTexts<K extends string> = Record<K, string>

export const settingTexts = <K extends string>(
  fields: Record<K, SettingField>,
  access: AccessKind,
): SettingTexts<K> => mapRecord(fields, (field) => String(settingRange(field, access).default))

/** The numbers that the texts stand for, and the first reason why they cannot be sent. */
export function readSettings<K extends string>(
  fields: Record<K, SettingField>,
  texts: SettingTexts<K>,
  access: AccessKind,
  ignored: readonly NoInfer<K>[] = [],
): { values: Record<K, number>; problem: string | undefined } {
  const values = mapRecord(fields, (field, key) => parseSetting(texts[key], field, access))
  const problems = keysOf(fields)
    .filter((key) => !ignored.includes(key))
    .map((key) => settingProblem(values[key], fields[key], access))
  return { values, problem: problems.find(Boolean) }
}

interface SettingInputsProps<K extends string> {
  fields: Record<K, SettingField>
  /** Which of the fields, in this order. */
  keys: readonly K[]
  texts: SettingTexts<K>
  onChange: (texts: SettingTexts<K>) => void
  access: AccessKind
  disabled?: readonly K[]
}

export function SettingInputs<K extends string>({
  fields,
  keys,
  texts,
  onChange,
  access,
  disabled = [],
}: SettingInputsProps<K>) {
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      {keys.map((key) => {
        const field = fields[key]
        const { min, max } = settingRange(field, access)
        const isOff = disabled.includes(key)
        const value = parseSetting(texts[key], field, access)
        return (
          <Field
            key={key}
            label={field.unit ? `${field.label} (${field.unit})` : field.label}
            hint={access === 'apiKey' && field.apiKey ? field.apiKey.why : `${min} to ${max}`}
            error={isOff ? undefined : settingProblem(value, field, access)}
          >
            <Input
              type="number"
              inputMode="numeric"
              min={min}
              max={max}
              disabled={isOff}
              value={texts[key]}
              onChange={(event) => onChange({ ...texts, [key]: event.target.value })}
            />
          </Field>
        )
      })}
    </div>
  )
}
