import type { SettingField } from '#shared/bulk-update/setting-fields.ts'
import { keysOf } from '#shared/records/keys-of.ts'

/** Labels of the settings that are left as they are. */
export const keptLabels = <K extends string>(
  fields: Readonly<Record<K, SettingField>>,
  values: Partial<Record<K, number>>,
): string[] =>
  keysOf(fields)
    .filter((key) => values[key] === undefined)
    .map((key) => fields[key].label)
