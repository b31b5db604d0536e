import { keysOf } from '#base/records/keys-of.ts'
import type { SettingField } from '../rules/setting-fields.ts'
import type { SettingTexts } from './setting-texts.ts'

/** Labels of the settings that each account keeps as it has them. */
export const keptLabels = <K extends string>(
  fields: Readonly<Record<K, SettingField>>,
  texts: SettingTexts<K>,
): string[] =>
  keysOf(fields)
    .filter((key) => texts[key].isLeft)
    .map((key) => fields[key].label)
