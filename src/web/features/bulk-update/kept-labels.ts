import type { SettingField } from '#shared/bulk-update/setting-fields.ts'
import { keysOf } from '#shared/records/keys-of.ts'
import type { SettingTexts } from './setting-texts.ts'

/** Labels of the settings that each account keeps as it has them. */
export const keptLabels = <K extends string>(
  fields: Readonly<Record<K, SettingField>>,
  texts: SettingTexts<K>,
): string[] =>
  keysOf(fields)
    .filter((key) => texts[key].isLeft)
    .map((key) => fields[key].label)
