import { keysOf, mapRecord } from '#base/records/keys-of.ts'
import { fillMessage } from '#base/text/message.ts'
import {
  type AccessKind,
  readSetting,
  type SettingField,
  settingMessages,
  settingRange,
} from '../rules/setting-fields.ts'

export interface SettingText {
  /** As typed. */
  text: string
  /** Each account keeps the number that it has, whatever was typed. */
  isLeft: boolean
}
export type SettingTexts<K extends string> = Record<K, SettingText>

/** What the fields begin with: each with its default, none left as it is. */
export const settingTexts = <K extends string>(
  fields: Record<K, SettingField>,
  access: AccessKind,
): SettingTexts<K> =>
  mapRecord(fields, (field) => ({ text: String(settingRange(field, access).default), isLeft: false }))

/** The numbers that the texts stand for, without those that are left, and why some cannot be read. */
export function readSettings<K extends string>(
  fields: Record<K, SettingField>,
  texts: SettingTexts<K>,
  access: AccessKind,
): { values: Partial<Record<K, number>>; problems: Partial<Record<K, string>> } {
  const values: Partial<Record<K, number>> = {}
  const problems: Partial<Record<K, string>> = {}
  for (const key of keysOf(fields)) {
    if (texts[key].isLeft) continue
    const outcome = readSetting(texts[key].text, fields[key], access)
    if (outcome.ok) values[key] = outcome.value.value
    else problems[key] = outcome.problem.message
  }
  return { values, problems }
}

/** Why none of them can be sent. */
export const firstProblem = (problems: Partial<Record<string, string>>): string | undefined =>
  Object.values(problems)[0]

/** The line below a field that has no problem. */
export function settingHint({ text, isLeft }: SettingText, field: SettingField, access: AccessKind): string {
  if (isLeft) return settingMessages.staysHint
  const { min, max, default: usual } = settingRange(field, access)
  const outcome = readSetting(text, field, access)
  if (outcome.ok && outcome.value.isDefault)
    return fillMessage(settingMessages.usesDefault, { default: usual })
  return access === 'apiKey' && field.apiKey ? field.apiKey.why : `${min} to ${max}`
}
