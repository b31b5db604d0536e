import { keysOf } from '#base/records/keys-of.ts'
import { fillMessage } from '#base/text/message.ts'
import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { readWholeNumber } from '#base/text/whole-number.ts'
import type { AccountValues, NumberField } from './account-values.ts'

/**
 * How a bulk tool reaches a customer's account: with what their browser is signed in with (undocumented at
 * the vendor), or with an API key (documented, and stricter in places).
 */
export const accessKinds = ['browser', 'apiKey'] as const
export type AccessKind = (typeof accessKinds)[number]

export interface SettingRange {
  /** Used when nothing numeric was typed. */
  default: number
  min: number
  max: number
}

/** A number that a bulk tool sets on every account. */
export interface SettingField extends SettingRange {
  label: string
  /** What of an account it becomes. */
  sets: NumberField
  /** Behind the number: "minutes", "%". */
  unit?: string
  /** Why it cannot be left as it is where others change: the tool would reset a number that is missing. */
  cannotBeLeft?: Partial<Record<AccessKind, string>>
  /** Where the documented API allows less, and why that is so. */
  apiKey?: Partial<SettingRange> & { why: string }
}

export const settingMessages = {
  outOfRange: '{label} must be between {min} and {max}',
  unclear: '{label} must be a whole number in digits alone, such as {default}',
  usesDefault: 'No number: {default} will be set',
  leave: 'Leave as it is',
  staysHint: 'Each account keeps the number it has',
} as const

export const settingRange = ({ apiKey, ...field }: SettingField, access: AccessKind): SettingRange => {
  const narrowed = access === 'apiKey' ? apiKey : undefined
  return {
    default: narrowed?.default ?? field.default,
    min: narrowed?.min ?? field.min,
    max: narrowed?.max ?? field.max,
  }
}

/** What each account gets of the numbers of one update. */
export function settingValues<K extends string>(
  fields: Readonly<Record<K, SettingField>>,
  numbers: Readonly<Partial<Record<K, number | undefined>>>,
): AccountValues {
  const values: AccountValues = {}
  for (const key of keysOf(fields)) {
    const number = numbers[key]
    if (number !== undefined) values[fields[key].sets] = number
  }
  return values
}

/** What a text stands for: its number, or the field's default where it holds none (the empty text, words). */
export function readSetting(
  text: string,
  field: SettingField,
  access: AccessKind,
): Outcome<{ value: number; isDefault: boolean }> {
  const usual = settingRange(field, access).default
  const reading = readWholeNumber(text)
  if (reading.kind === 'none') return accept({ value: usual, isDefault: true })
  if (reading.kind === 'unclear')
    return refuse('unclear', fillMessage(settingMessages.unclear, { label: field.label, default: usual }))
  const problem = settingProblem(reading.value, field, access)
  return problem === undefined
    ? accept({ value: reading.value, isDefault: false })
    : refuse('outOfRange', problem)
}

/**
 * What is wrong with the numbers of one update, by field. One that is absent stays as each account has it, which
 * some ways in cannot do, and which makes no sense for all of them.
 */
export function settingProblems<K extends string>(
  values: Readonly<Partial<Record<K, number | undefined>>>,
  fields: Record<K, SettingField>,
  access: AccessKind,
): Partial<Record<K, string>> {
  const problems: Partial<Record<K, string>> = {}
  const keys = keysOf(fields)
  for (const key of keys) {
    const value = values[key]
    const problem =
      value === undefined ? fields[key].cannotBeLeft?.[access] : settingProblem(value, fields[key], access)
    if (problem) problems[key] = problem
  }
  return problems
}

/** Why a number cannot be set; undefined when it can. */
export function settingProblem(value: number, field: SettingField, access: AccessKind): string | undefined {
  const { min, max } = settingRange(field, access)
  return value >= min && value <= max
    ? undefined
    : fillMessage(settingMessages.outOfRange, { label: field.label, min, max })
}
