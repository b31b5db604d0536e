import { type ReactNode, useMemo } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { useFieldLabelId } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SettingRow, SettingsTable } from '#ui/settings-table.tsx'
import { type AccountField, presentText } from '../rules/account-values.ts'
import type { AccessKind, SettingField } from '../rules/setting-fields.ts'
import { settingMessages } from '../rules/setting-fields.ts'
import { type SettingText, type SettingTexts, settingHint } from './setting-texts.ts'
import type { ChoosableAccount } from './use-account-choice.ts'

interface SettingInputsProps<K extends string> {
  fields: Record<K, SettingField>
  /** Which of the fields, in this order. */
  keys: readonly K[]
  texts: SettingTexts<K>
  onChange: (texts: SettingTexts<K>) => void
  problems: Partial<Record<K, string>>
  access: AccessKind
  /** Those that do not matter now. */
  disabled?: readonly K[]
  /** Whose present values stand beside the new ones. */
  chosen: readonly ChoosableAccount[]
  /** Other rows of the table. */
  children?: ReactNode
}

/** Numbers that an update sets, each of which can be left as every account has it. */
export function SettingInputs<K extends string>({
  fields,
  keys,
  texts,
  onChange,
  problems,
  access,
  disabled = [],
  chosen,
  children,
}: SettingInputsProps<K>) {
  const whyNotLeft = new Set(keys.map((key) => fields[key].cannotBeLeft?.[access]).filter(Boolean))
  return (
    <>
      <SettingsTable>
        {keys.map((key) => {
          const field = fields[key]
          const isOff = disabled.includes(key)
          const typed = texts[key]
          const change = (changed: Partial<SettingText>) =>
            onChange({ ...texts, [key]: { ...typed, ...changed } })
          return (
            <SettingRow
              key={key}
              label={field.unit ? `${field.label} (${field.unit})` : field.label}
              hint={settingHint(typed, field, access)}
              error={isOff ? undefined : problems[key]}
              aside={
                !isOff &&
                !field.cannotBeLeft?.[access] && (
                  <LeaveTick checked={typed.isLeft} onChange={(isLeft) => change({ isLeft })} />
                )
              }
              now={<PresentValues field={field.sets} chosen={chosen} />}
            >
              {/* Not of type number: that one hides from the page what it could not read. */}
              <Input
                inputMode="numeric"
                autoComplete="off"
                disabled={isOff || typed.isLeft}
                value={typed.isLeft ? '' : typed.text}
                onChange={(event) => change({ text: event.target.value })}
              />
            </SettingRow>
          )
        })}
        {children}
      </SettingsTable>
      {[...whyNotLeft].map((why) => (
        <p key={why} className="mt-2 text-label text-muted">
          {why}
        </p>
      ))}
    </>
  )
}

interface PresentValuesProps {
  field: AccountField
  chosen: readonly ChoosableAccount[]
}

/** Of thousands of accounts, and so not gathered at every keystroke. */
export const PresentValues = ({ field, chosen }: PresentValuesProps) =>
  useMemo(() => presentText(field, chosen), [field, chosen])

/** Named by its own words and described by its field's. */
const LeaveTick = ({ checked, onChange }: { checked: boolean; onChange: (isLeft: boolean) => void }) => (
  <Checkbox
    checked={checked}
    onCheckedChange={onChange}
    aria-describedby={useFieldLabelId()}
    className="whitespace-nowrap [&_label]:leading-5"
  >
    {settingMessages.leave}
  </Checkbox>
)
