import { fillMessage } from '../text/message.ts'

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
  /** Behind the number: "minutes", "%". */
  unit?: string
  /** Where the documented API allows less, and why that is so. */
  apiKey?: Partial<SettingRange> & { why: string }
}

const settingMessages = { outOfRange: '{label} must be between {min} and {max}' } as const

export const settingRange = ({ apiKey, ...field }: SettingField, access: AccessKind): SettingRange => {
  const narrowed = access === 'apiKey' ? apiKey : undefined
  return {
    default: narrowed?.default ?? field.default,
    min: narrowed?.min ?? field.min,
    max: narrowed?.max ?? field.max,
  }
}

/** The whole number a text begins with, or the field's default when it begins with none. */
export function parseSetting(text: string, field: SettingField, access: AccessKind): number {
  const parsed = Number.parseInt(text, 10)
  return Number.isNaN(parsed) ? settingRange(field, access).default : parsed
}

/** Why a number cannot be set; undefined when it can. */
export function settingProblem(value: number, field: SettingField, access: AccessKind): string | undefined {
  const { min, max } = settingRange(field, access)
  return value >= min && value <= max
    ? undefined
    : fillMessage(settingMessages.outOfRange, { label: field.label, min, max })
}
